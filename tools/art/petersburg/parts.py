"""The words of which the pictures of Saint Petersburg are written: all shapes, parts and colours."""

from __future__ import annotations

from tools.art.petersburg.buildings import *
from tools.art.petersburg.people import *
from tools.art.petersburg.scenery import *
from tools.art.petersburg.things import *
from tools.art.shapes import *
