"""The games behind the interfaces of other libraries; each module needs the library it is named after."""
