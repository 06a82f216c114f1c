BEGIN TRANSACTION;
CREATE TABLE accounts (
	id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	"key" VARCHAR(40) NOT NULL, 
	password VARCHAR(200) NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE ("key")
);
INSERT INTO "accounts" VALUES(1,'Anna','anna','hash',1000000.0);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE chat (
	id INTEGER NOT NULL, 
	"match" VARCHAR(24) NOT NULL, 
	ply INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	text TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY("match") REFERENCES matches ("match")
);
INSERT INTO "chat" VALUES(1,'people',3,0,'Anna','Здравствуйте!',1000010.0);
INSERT INTO "chat" VALUES(2,'people',4,-1,'Fan','hello',1000020.0);
CREATE TABLE holders (
	"match" VARCHAR(24) NOT NULL, 
	who VARCHAR(80) NOT NULL, 
	PRIMARY KEY ("match", who), 
	FOREIGN KEY("match") REFERENCES matches ("match")
);
INSERT INTO "holders" VALUES('people','visitor:anna');
INSERT INTO "holders" VALUES('people','visitor:Boris');
INSERT INTO "holders" VALUES('people','visitor:eve');
INSERT INTO "holders" VALUES('people','visitor:Anna');
INSERT INTO "holders" VALUES('people','visitor:Clara');
INSERT INTO "holders" VALUES('held','visitor:anna');
INSERT INTO "holders" VALUES('held','visitor:Boris');
INSERT INTO "holders" VALUES('held','visitor:Anna');
INSERT INTO "holders" VALUES('answered','visitor:anna');
INSERT INTO "holders" VALUES('answered','visitor:Boris');
INSERT INTO "holders" VALUES('answered','visitor:Anna');
INSERT INTO "holders" VALUES('dropped','visitor:anna');
INSERT INTO "holders" VALUES('dropped','visitor:Boris');
INSERT INTO "holders" VALUES('dropped','visitor:Anna');
INSERT INTO "holders" VALUES('one_device','visitor:anna');
INSERT INTO "holders" VALUES('one_device','visitor:Anna');
INSERT INTO "holders" VALUES('bots','visitor:anna');
INSERT INTO "holders" VALUES('bots','account:1');
INSERT INTO "holders" VALUES('over','visitor:anna');
INSERT INTO "holders" VALUES('over','visitor:Boris');
INSERT INTO "holders" VALUES('over','visitor:Anna');
INSERT INTO "holders" VALUES('waiting','visitor:anna');
INSERT INTO "holders" VALUES('imported','visitor:anna');
CREATE TABLE journal (
	"match" VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(24) NOT NULL, 
	seat INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	data JSON NOT NULL, 
	PRIMARY KEY ("match", number), 
	FOREIGN KEY("match") REFERENCES matches ("match")
);
INSERT INTO "journal" VALUES('people',1,'sit',0,1000000.0,'{"who": "visitor:eve", "name": "Eve", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('people',2,'sit',0,1000000.0,'{"who": "", "name": "", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('people',3,'sit',0,1000000.0,'{"who": "visitor:Anna", "name": "Anna", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('people',4,'sit',1,1000000.0,'{"who": "visitor:Boris", "name": "Boris", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('people',5,'sit',2,1000000.0,'{"who": "visitor:Clara", "name": "Clara", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('people',6,'begin',-1,1000003.0,'{}');
INSERT INTO "journal" VALUES('people',7,'move',0,1000010.0,'{"move": "buy gold_miner", "by": "player"}');
INSERT INTO "journal" VALUES('people',8,'undo',0,1000012.0,'{"ply": 0}');
INSERT INTO "journal" VALUES('people',9,'move',0,1000013.0,'{"move": "buy gold_miner", "by": "player"}');
INSERT INTO "journal" VALUES('people',10,'move',1,1000017.0,'{"move": "buy shepherd", "by": "player"}');
INSERT INTO "journal" VALUES('people',11,'takeback_asked',1,1000021.0,'{"ply": 1}');
INSERT INTO "journal" VALUES('people',12,'takeback_answered',0,1000022.0,'{"yes": false}');
INSERT INTO "journal" VALUES('people',13,'takeback_asked',1,1000023.0,'{"ply": 1}');
INSERT INTO "journal" VALUES('people',14,'takeback_answered',0,1000024.0,'{"yes": true}');
INSERT INTO "journal" VALUES('people',15,'takeback_answered',2,1000025.0,'{"yes": true}');
INSERT INTO "journal" VALUES('people',16,'undo',2,1000025.0,'{"ply": 1}');
INSERT INTO "journal" VALUES('people',17,'move',1,1000026.0,'{"move": "buy shepherd", "by": "player"}');
INSERT INTO "journal" VALUES('people',18,'pause',2,1000030.0,'{}');
INSERT INTO "journal" VALUES('people',19,'resume',0,1001030.0,'{}');
INSERT INTO "journal" VALUES('people',20,'move',2,1001035.0,'{"move": "buy fur_trapper", "by": "player"}');
INSERT INTO "journal" VALUES('people',21,'passing',1,1001037.0,'{"mode": "phase"}');
INSERT INTO "journal" VALUES('people',22,'move',0,1001038.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('people',23,'move',1,1001038.0,'{"move": "pass", "by": "auto"}');
INSERT INTO "journal" VALUES('people',24,'sit',0,1001044.0,'{"who": "visitor:Anna", "name": "Anna", "bot": "greedy", "left": true}');
INSERT INTO "journal" VALUES('people',25,'move',2,1001046.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('people',26,'sit',0,1001048.0,'{"who": "visitor:Anna", "name": "Anna", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('people',27,'timeout',1,1001250.0,'{}');
INSERT INTO "journal" VALUES('held',1,'sit',0,1000000.0,'{"who": "visitor:Anna", "name": "Anna", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('held',2,'sit',1,1000000.0,'{"who": "visitor:Boris", "name": "Boris", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('held',3,'begin',-1,1000000.0,'{}');
INSERT INTO "journal" VALUES('held',4,'move',0,1000000.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('held',5,'move',1,1000001.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('held',6,'move',0,1000002.0,'{"move": "buy observatory_2004", "by": "player"}');
INSERT INTO "journal" VALUES('held',7,'move',1,1000003.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('held',8,'move',0,1000004.0,'{"move": "observe exchange", "by": "player"}');
INSERT INTO "journal" VALUES('held',9,'move',0,1000005.0,'{"move": "take pickpocket", "by": "player"}');
INSERT INTO "journal" VALUES('held',10,'move',1,1000006.0,'{"move": "buy gold_miner", "by": "player"}');
INSERT INTO "journal" VALUES('held',11,'move',0,1000007.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('held',12,'move',1,1000008.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('held',13,'premove',1,1000012.0,'{"move": "buy shepherd"}');
INSERT INTO "journal" VALUES('answered',1,'sit',0,1000000.0,'{"who": "visitor:Anna", "name": "Anna", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('answered',2,'sit',1,1000000.0,'{"who": "visitor:Boris", "name": "Boris", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('answered',3,'begin',-1,1000000.0,'{}');
INSERT INTO "journal" VALUES('answered',4,'move',0,1000000.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('answered',5,'move',1,1000001.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('answered',6,'move',0,1000002.0,'{"move": "buy observatory_2004", "by": "player"}');
INSERT INTO "journal" VALUES('answered',7,'move',1,1000003.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('answered',8,'move',0,1000004.0,'{"move": "observe exchange", "by": "player"}');
INSERT INTO "journal" VALUES('answered',9,'move',0,1000005.0,'{"move": "take pickpocket", "by": "player"}');
INSERT INTO "journal" VALUES('answered',10,'move',1,1000006.0,'{"move": "buy gold_miner", "by": "player"}');
INSERT INTO "journal" VALUES('answered',11,'move',0,1000007.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('answered',12,'move',1,1000008.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('answered',13,'premove',1,1000012.0,'{"move": "buy shepherd"}');
INSERT INTO "journal" VALUES('answered',14,'passing',1,1000015.0,'{"mode": "change"}');
INSERT INTO "journal" VALUES('answered',15,'move',0,1000015.0,'{"move": "decline", "by": "player"}');
INSERT INTO "journal" VALUES('answered',16,'move',1,1000015.0,'{"move": "buy shepherd", "by": "player"}');
INSERT INTO "journal" VALUES('answered',17,'takeback_asked',1,1000016.0,'{"ply": 10}');
INSERT INTO "journal" VALUES('dropped',1,'sit',0,1000000.0,'{"who": "visitor:Anna", "name": "Anna", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('dropped',2,'sit',1,1000000.0,'{"who": "visitor:Boris", "name": "Boris", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('dropped',3,'begin',-1,1000000.0,'{}');
INSERT INTO "journal" VALUES('dropped',4,'move',0,1000000.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('dropped',5,'move',1,1000001.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('dropped',6,'move',0,1000002.0,'{"move": "buy observatory_2004", "by": "player"}');
INSERT INTO "journal" VALUES('dropped',7,'move',1,1000003.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('dropped',8,'move',0,1000004.0,'{"move": "observe exchange", "by": "player"}');
INSERT INTO "journal" VALUES('dropped',9,'move',0,1000005.0,'{"move": "take pickpocket", "by": "player"}');
INSERT INTO "journal" VALUES('dropped',10,'move',1,1000006.0,'{"move": "buy gold_miner", "by": "player"}');
INSERT INTO "journal" VALUES('dropped',11,'move',0,1000007.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('dropped',12,'move',1,1000008.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('dropped',13,'premove',1,1000009.0,'{"move": "buy shepherd"}');
INSERT INTO "journal" VALUES('dropped',14,'move',0,1000010.0,'{"move": "pickpocket", "by": "player"}');
INSERT INTO "journal" VALUES('one_device',1,'sit',0,1000000.0,'{"who": "visitor:Anna", "name": "Anna", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('one_device',2,'sit',1,1000000.0,'{"who": "visitor:Anna", "name": "Boris", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('one_device',3,'begin',-1,1000000.0,'{}');
INSERT INTO "journal" VALUES('one_device',4,'move',0,1000000.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('one_device',5,'move',1,1000001.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('one_device',6,'move',0,1000002.0,'{"move": "buy observatory_2004", "by": "player"}');
INSERT INTO "journal" VALUES('one_device',7,'move',1,1000003.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('one_device',8,'move',0,1000004.0,'{"move": "observe exchange", "by": "player"}');
INSERT INTO "journal" VALUES('one_device',9,'move',0,1000005.0,'{"move": "take pickpocket", "by": "player"}');
INSERT INTO "journal" VALUES('one_device',10,'move',1,1000006.0,'{"move": "buy gold_miner", "by": "player"}');
INSERT INTO "journal" VALUES('one_device',11,'move',0,1000007.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('one_device',12,'move',1,1000008.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('one_device',13,'move',0,1000009.0,'{"move": "decline", "by": "auto"}');
INSERT INTO "journal" VALUES('one_device',14,'move',1,1000009.0,'{"move": "buy shepherd", "by": "player"}');
INSERT INTO "journal" VALUES('bots',1,'sit',0,1000000.0,'{"who": "account:1", "name": "Anna", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('bots',2,'sit',1,1000000.0,'{"who": "", "name": "search:2", "bot": "search:2", "left": false}');
INSERT INTO "journal" VALUES('bots',3,'begin',-1,1000000.0,'{}');
INSERT INTO "journal" VALUES('bots',4,'move',0,1000000.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('bots',5,'move',1,1000001.0,'{"move": "buy gold_miner", "by": "bot"}');
INSERT INTO "journal" VALUES('bots',6,'takeback_asked',0,1000002.0,'{"ply": 0}');
INSERT INTO "journal" VALUES('bots',7,'undo',0,1000002.0,'{"ply": 0}');
INSERT INTO "journal" VALUES('bots',8,'move',0,1000003.0,'{"move": "buy gold_miner", "by": "player"}');
INSERT INTO "journal" VALUES('bots',9,'move',1,1000012.0,'{"move": "buy shepherd", "by": "bot"}');
INSERT INTO "journal" VALUES('bots',10,'move',0,1000013.0,'{"move": "buy fur_trapper", "by": "player"}');
INSERT INTO "journal" VALUES('bots',11,'move',1,1000022.0,'{"move": "buy ship_builder_2004", "by": "bot"}');
INSERT INTO "journal" VALUES('bots',12,'move',0,1000023.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('bots',13,'move',1,1000032.0,'{"move": "pass", "by": "bot"}');
INSERT INTO "journal" VALUES('bots',14,'move',0,1000033.0,'{"move": "buy library", "by": "player"}');
INSERT INTO "journal" VALUES('bots',15,'move',1,1000042.0,'{"move": "buy hospital", "by": "bot"}');
INSERT INTO "journal" VALUES('over',1,'sit',0,1000000.0,'{"who": "visitor:Anna", "name": "Anna", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('over',2,'sit',1,1000000.0,'{"who": "visitor:Boris", "name": "Boris", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('over',3,'begin',-1,1000000.0,'{}');
INSERT INTO "journal" VALUES('over',4,'move',0,1000000.0,'{"move": "place 3", "by": "player"}');
INSERT INTO "journal" VALUES('over',5,'move',1,1000001.0,'{"move": "place 9", "by": "player"}');
INSERT INTO "journal" VALUES('over',6,'move',0,1000002.0,'{"move": "place 8", "by": "player"}');
INSERT INTO "journal" VALUES('over',7,'move',1,1000003.0,'{"move": "place 2", "by": "player"}');
INSERT INTO "journal" VALUES('over',8,'move',0,1000004.0,'{"move": "place 5", "by": "player"}');
INSERT INTO "journal" VALUES('over',9,'move',1,1000005.0,'{"move": "place 9", "by": "player"}');
INSERT INTO "journal" VALUES('over',10,'move',0,1000006.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',11,'move',0,1000007.0,'{"move": "activate 8 at 2", "by": "player"}');
INSERT INTO "journal" VALUES('over',12,'move',0,1000008.0,'{"move": "advance", "by": "player"}');
INSERT INTO "journal" VALUES('over',13,'move',1,1000009.0,'{"move": "event 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',14,'move',0,1000010.0,'{"move": "activate 5 at 7 over 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',15,'move',0,1000011.0,'{"move": "points", "by": "player"}');
INSERT INTO "journal" VALUES('over',16,'move',1,1000012.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',17,'move',1,1000013.0,'{"move": "earn 9 at 6", "by": "player"}');
INSERT INTO "journal" VALUES('over',18,'move',0,1000014.0,'{"move": "event 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',19,'move',1,1000015.0,'{"move": "activate 9 at 6", "by": "player"}');
INSERT INTO "journal" VALUES('over',20,'move',0,1000016.0,'{"move": "earn 3 at 5", "by": "player"}');
INSERT INTO "journal" VALUES('over',21,'move',1,1000017.0,'{"move": "activate 2 at 4", "by": "player"}');
INSERT INTO "journal" VALUES('over',22,'move',0,1000018.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('over',23,'move',1,1000019.0,'{"move": "use 1 alt 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',24,'move',1,1000020.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('over',25,'move',1,1000021.0,'{"move": "event 1", "by": "player"}');
INSERT INTO "journal" VALUES('over',26,'move',0,1000022.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',27,'move',0,1000023.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('over',28,'move',1,1000024.0,'{"move": "place 6", "by": "player"}');
INSERT INTO "journal" VALUES('over',29,'move',1,1000025.0,'{"move": "place 11", "by": "player"}');
INSERT INTO "journal" VALUES('over',30,'move',1,1000026.0,'{"move": "place 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',31,'move',1,1000027.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',32,'move',1,1000028.0,'{"move": "earn 0 at 1", "by": "player"}');
INSERT INTO "journal" VALUES('over',33,'move',1,1000029.0,'{"move": "use 1 alt 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',34,'move',1,1000030.0,'{"move": "earn 6 at 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',35,'move',1,1000031.0,'{"move": "earn 11 at 8", "by": "player"}');
INSERT INTO "journal" VALUES('over',36,'move',1,1000032.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('over',37,'move',0,1000033.0,'{"move": "place 4", "by": "player"}');
INSERT INTO "journal" VALUES('over',38,'move',1,1000034.0,'{"move": "place 7", "by": "player"}');
INSERT INTO "journal" VALUES('over',39,'move',0,1000035.0,'{"move": "place 9", "by": "player"}');
INSERT INTO "journal" VALUES('over',40,'move',1,1000036.0,'{"move": "place 11", "by": "player"}');
INSERT INTO "journal" VALUES('over',41,'move',0,1000037.0,'{"move": "place 6", "by": "player"}');
INSERT INTO "journal" VALUES('over',42,'move',1,1000038.0,'{"move": "place 11", "by": "player"}');
INSERT INTO "journal" VALUES('over',43,'move',0,1000039.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',44,'move',0,1000040.0,'{"move": "activate 6 at 3 over 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',45,'move',1,1000041.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',46,'move',1,1000042.0,'{"move": "earn 11 at 5", "by": "player"}');
INSERT INTO "journal" VALUES('over',47,'move',0,1000043.0,'{"move": "earn 4 at 7", "by": "player"}');
INSERT INTO "journal" VALUES('over',48,'move',1,1000044.0,'{"move": "earn 7 at 4", "by": "player"}');
INSERT INTO "journal" VALUES('over',49,'move',0,1000045.0,'{"move": "earn 9 at 6", "by": "player"}');
INSERT INTO "journal" VALUES('over',50,'move',1,1000046.0,'{"move": "earn 11 at 8", "by": "player"}');
INSERT INTO "journal" VALUES('over',51,'move',0,1000047.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('over',52,'move',1,1000048.0,'{"move": "use 1 alt 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',53,'move',1,1000049.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('over',54,'move',1,1000050.0,'{"move": "place 10", "by": "player"}');
INSERT INTO "journal" VALUES('over',55,'move',0,1000051.0,'{"move": "place 6", "by": "player"}');
INSERT INTO "journal" VALUES('over',56,'move',1,1000052.0,'{"move": "event 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',57,'move',1,1000053.0,'{"move": "points", "by": "player"}');
INSERT INTO "journal" VALUES('over',58,'move',0,1000054.0,'{"move": "place 6", "by": "player"}');
INSERT INTO "journal" VALUES('over',59,'move',1,1000055.0,'{"move": "place 8", "by": "player"}');
INSERT INTO "journal" VALUES('over',60,'move',0,1000056.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',61,'move',0,1000057.0,'{"move": "event 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',62,'move',0,1000058.0,'{"move": "points", "by": "player"}');
INSERT INTO "journal" VALUES('over',63,'move',1,1000059.0,'{"move": "place 8", "by": "player"}');
INSERT INTO "journal" VALUES('over',64,'move',0,1000060.0,'{"move": "activate 6 at 3 token 2", "by": "player"}');
INSERT INTO "journal" VALUES('over',65,'move',0,1000061.0,'{"move": "money", "by": "player"}');
INSERT INTO "journal" VALUES('over',66,'move',1,1000062.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',67,'move',1,1000063.0,'{"move": "activate 10 at 4 over 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',68,'move',0,1000064.0,'{"move": "earn 6 at 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',69,'move',1,1000065.0,'{"move": "earn 8 at 5", "by": "player"}');
INSERT INTO "journal" VALUES('over',70,'move',0,1000066.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('over',71,'move',1,1000067.0,'{"move": "activate 8 at 5 token 3", "by": "player"}');
INSERT INTO "journal" VALUES('over',72,'move',1,1000068.0,'{"move": "advance", "by": "player"}');
INSERT INTO "journal" VALUES('over',73,'move',1,1000069.0,'{"move": "use 1 alt 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',74,'move',1,1000070.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('over',75,'move',0,1000071.0,'{"move": "place 4", "by": "player"}');
INSERT INTO "journal" VALUES('over',76,'move',1,1000072.0,'{"move": "place 1", "by": "player"}');
INSERT INTO "journal" VALUES('over',77,'move',0,1000073.0,'{"move": "place 1", "by": "player"}');
INSERT INTO "journal" VALUES('over',78,'move',1,1000074.0,'{"move": "place 7", "by": "player"}');
INSERT INTO "journal" VALUES('over',79,'move',0,1000075.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',80,'move',0,1000076.0,'{"move": "activate 4 at 6", "by": "player"}');
INSERT INTO "journal" VALUES('over',81,'move',1,1000077.0,'{"move": "place 1", "by": "player"}');
INSERT INTO "journal" VALUES('over',82,'move',0,1000078.0,'{"move": "activate 1 at 1 token 2", "by": "player"}');
INSERT INTO "journal" VALUES('over',83,'move',1,1000079.0,'{"move": "event 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',84,'move',0,1000080.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('over',85,'move',1,1000081.0,'{"move": "place 2", "by": "player"}');
INSERT INTO "journal" VALUES('over',86,'move',1,1000082.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',87,'move',1,1000083.0,'{"move": "earn 2 at 3", "by": "player"}');
INSERT INTO "journal" VALUES('over',88,'move',1,1000084.0,'{"move": "earn 7 at 4", "by": "player"}');
INSERT INTO "journal" VALUES('over',89,'move',1,1000085.0,'{"move": "earn 1 at 2", "by": "player"}');
INSERT INTO "journal" VALUES('over',90,'move',1,1000086.0,'{"move": "earn 1 at 1", "by": "player"}');
INSERT INTO "journal" VALUES('over',91,'move',1,1000087.0,'{"move": "use 1 alt 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',92,'move',1,1000088.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('over',93,'move',1,1000089.0,'{"move": "event 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',94,'move',0,1000090.0,'{"move": "place 10", "by": "player"}');
INSERT INTO "journal" VALUES('over',95,'move',1,1000091.0,'{"move": "place 8", "by": "player"}');
INSERT INTO "journal" VALUES('over',96,'move',0,1000092.0,'{"move": "place 8", "by": "player"}');
INSERT INTO "journal" VALUES('over',97,'move',1,1000093.0,'{"move": "place 8", "by": "player"}');
INSERT INTO "journal" VALUES('over',98,'move',0,1000094.0,'{"move": "place 7", "by": "player"}');
INSERT INTO "journal" VALUES('over',99,'move',1,1000095.0,'{"move": "place 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',100,'move',0,1000096.0,'{"move": "place 9", "by": "player"}');
INSERT INTO "journal" VALUES('over',101,'move',1,1000097.0,'{"move": "place 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',102,'move',0,1000098.0,'{"move": "event 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',103,'move',1,1000099.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',104,'move',1,1000100.0,'{"move": "earn 0 at 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',105,'move',0,1000101.0,'{"move": "switch", "by": "player"}');
INSERT INTO "journal" VALUES('over',106,'move',0,1000102.0,'{"move": "activate 8 at 5 over 0", "by": "player"}');
INSERT INTO "journal" VALUES('over',107,'move',1,1000103.0,'{"move": "activate 0 at 0 over 1", "by": "player"}');
INSERT INTO "journal" VALUES('over',108,'move',0,1000104.0,'{"move": "earn 10 at 4", "by": "player"}');
INSERT INTO "journal" VALUES('over',109,'move',1,1000105.0,'{"move": "earn 8 at 2", "by": "player"}');
INSERT INTO "journal" VALUES('over',110,'move',0,1000106.0,'{"move": "earn 7 at 4", "by": "player"}');
INSERT INTO "journal" VALUES('over',111,'move',1,1000107.0,'{"move": "earn 8 at 2", "by": "player"}');
INSERT INTO "journal" VALUES('over',112,'move',0,1000108.0,'{"move": "earn 9 at 6", "by": "player"}');
INSERT INTO "journal" VALUES('over',113,'move',1,1000109.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('over',114,'move',0,1000110.0,'{"move": "pass", "by": "player"}');
INSERT INTO "journal" VALUES('waiting',1,'sit',0,1000000.0,'{"who": "visitor:anna", "name": "Anna", "bot": "", "left": false}');
INSERT INTO "journal" VALUES('imported',1,'sit',0,1000000.0,'{"who": "", "name": "1", "bot": "record", "left": false}');
INSERT INTO "journal" VALUES('imported',2,'sit',1,1000000.0,'{"who": "", "name": "2", "bot": "record", "left": false}');
INSERT INTO "journal" VALUES('imported',3,'begin',-1,1000000.0,'{}');
INSERT INTO "journal" VALUES('imported',4,'move',0,1000000.0,'{"move": "keep aquatic_engineer", "by": "record"}');
INSERT INTO "journal" VALUES('imported',5,'move',1,1000000.0,'{"move": "keep public_official", "by": "record"}');
INSERT INTO "journal" VALUES('imported',6,'move',0,1000000.0,'{"move": "place 3 -1,5", "by": "record"}');
INSERT INTO "journal" VALUES('imported',7,'move',1,1000000.0,'{"move": "lake 4 1,3", "by": "record"}');
INSERT INTO "journal" VALUES('imported',8,'move',0,1000000.0,'{"move": "basic heavy_factory -1,3", "by": "record"}');
CREATE TABLE matches (
	"match" VARCHAR(24) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	version INTEGER NOT NULL, 
	options JSON NOT NULL, 
	seed BIGINT, 
	setup JSON NOT NULL, 
	clock JSON NOT NULL, 
	is_open BOOLEAN NOT NULL, 
	imported BOOLEAN NOT NULL, 
	host VARCHAR(80) NOT NULL, 
	created FLOAT NOT NULL, 
	status VARCHAR(12) NOT NULL, 
	changed FLOAT NOT NULL, 
	summary JSON NOT NULL, 
	PRIMARY KEY ("match")
);
INSERT INTO "matches" VALUES('people','petersburg',1,'{"players": 3, "edition": "2004", "expansions": [], "custom_cards": null, "seating": "given", "extra_marker_seats": "random", "marker_deal": {"worker": 0, "building": 1, "noble": 2, "exchange": 0}, "open_money": false, "open_hands": false, "observatory_public": false, "first_phase_buy_only": false, "warehouse_loss_discard": false, "tiebreak": "total_rubles", "potemkin_villages_same": false, "nobles_over_ten": "cap55", "market_pile_ends_game": true, "prison_free_return": false, "auto_forced": "none"}',1,'{"decks": {"worker": ["gold_miner", "shepherd", "fur_trapper", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "lumberjack", "gold_miner", "ship_builder_2004", "czar_and_carpenter_2004", "gold_miner", "ship_builder_2004", "fur_trapper", "shepherd", "shepherd", "gold_miner", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "shepherd", "lumberjack", "lumberjack", "shepherd", "lumberjack", "shepherd", "fur_trapper", "gold_miner", "fur_trapper", "gold_miner", "lumberjack", "lumberjack"], "building": ["library", "hospital", "theater", "firehouse", "academy", "customs_house", "customs_house", "market_2004", "pub", "warehouse", "market_2004", "market_2004", "observatory_2004", "library", "library", "observatory_2004", "customs_house", "firehouse", "hospital", "hospital", "potemkin_village", "pub", "firehouse", "customs_house", "customs_house", "theater", "market_2004", "market_2004"], "noble": ["warehouse_manager", "secretary", "secretary", "secretary", "warehouse_manager", "warehouse_manager", "author", "author", "warehouse_manager", "administrator", "administrator", "warehouse_manager", "author", "author", "controller", "secretary", "administrator", "controller", "administrator", "controller", "author", "judge_2004", "mistress_of_ceremonies_2004", "judge_2004", "author", "administrator", "mistress_of_ceremonies_2004"], "exchange": ["smolny_cathedral", "mariinsky_theater_2004", "minister_of_foreign_affairs", "patriarch", "winter_palace", "wharf", "fur_shop", "catherine_palace", "senator", "bank_2004", "wharf", "chamber_maid", "fur_shop", "weaving_mill", "gold_smelter", "admiral", "weapon_master", "st_isaacs_cathedral_2004", "peterhof_2004", "builder", "fur_shop", "church_of_the_resurrection_2004", "carpenter_workshop", "pope_2004", "czar_2004", "tax_man", "weaving_mill", "harbor_2004", "hermitage", "wharf"]}, "starts": {"worker": 0, "building": 1, "noble": 2, "exchange": 0}}','{"kind": "player", "seconds": 100, "more": 5}',0,0,'visitor:anna',1000000.0,'running',1001250.0,'{"seats": [{"name": "Anna", "bot": null, "free": false, "left": false}, {"name": "Boris", "bot": "greedy", "free": false, "left": true}, {"name": "Clara", "bot": null, "free": false, "left": false}], "who": ["visitor:Anna", "visitor:Boris", "visitor:Clara"], "to_move": 1, "round": 1, "scores": null, "winners": [], "paused": false}');
INSERT INTO "matches" VALUES('held','petersburg',1,'{"players": 2, "edition": "2004", "expansions": ["banquet"], "custom_cards": null, "seating": "given", "extra_marker_seats": "random", "marker_deal": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}, "open_money": false, "open_hands": false, "observatory_public": false, "first_phase_buy_only": false, "warehouse_loss_discard": false, "tiebreak": "total_rubles", "potemkin_villages_same": false, "nobles_over_ten": "cap55", "market_pile_ends_game": true, "prison_free_return": false, "auto_forced": "none"}',NULL,'{"decks": {"worker": ["gold_miner", "shepherd", "fur_trapper", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "lumberjack", "gold_miner", "ship_builder_2004", "czar_and_carpenter_2004", "gold_miner", "ship_builder_2004", "fur_trapper", "shepherd", "shepherd", "gold_miner", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "shepherd", "lumberjack", "lumberjack", "shepherd", "lumberjack", "shepherd", "fur_trapper", "gold_miner", "fur_trapper", "gold_miner", "lumberjack", "lumberjack"], "building": ["observatory_2004", "potemkin_village_1_4", "theater", "library", "customs_house", "potemkin_village_3_8", "academy", "customs_house", "warehouse", "market_2004", "theater", "market_2004", "pub", "hospital", "market_2004", "away_with_it_building", "customs_house", "library", "observatory_2004", "customs_house", "hospital", "library", "hospital", "firehouse", "pub", "firehouse", "customs_house", "firehouse", "potemkin_village", "market_2004", "market_2004"], "noble": ["secretary", "author", "judge_2004", "warehouse_manager", "secretary", "warehouse_manager", "secretary", "warehouse_manager", "controller", "secretary", "mistress_of_ceremonies_2004", "author", "administrator", "author", "controller", "warehouse_manager", "controller", "administrator", "author", "administrator", "away_with_it_noble", "judge_2004", "warehouse_manager", "black_market", "administrator", "mistress_of_ceremonies_2004", "author", "author", "administrator", "black_market"], "exchange": ["pickpocket", "mariinsky_theater_2004", "wharf", "church_of_the_resurrection_2004", "smolny_cathedral", "fur_shop", "admiral", "st_isaacs_cathedral_2004", "winter_palace", "fur_shop", "jester", "czar_superstar", "double_turn", "bank_2004", "builder", "banquet_card", "peterhof_2004", "catherine_palace", "chamber_maid", "minister_of_foreign_affairs", "weaving_mill", "hermitage", "patriarch", "harbor_2004", "carpenter_workshop", "golden_donkey", "fur_shop", "weaving_mill", "tax_man", "senator", "pope_2004", "wharf", "wharf", "weapon_master", "gold_smelter", "czar_2004"]}, "starts": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}}','{"kind": "player", "seconds": 100, "more": 5}',0,0,'visitor:anna',1000000.0,'running',1000008.0,'{"seats": [{"name": "Anna", "bot": null, "free": false, "left": false}, {"name": "Boris", "bot": null, "free": false, "left": false}], "who": ["visitor:Anna", "visitor:Boris"], "to_move": 1, "round": 1, "scores": null, "winners": [], "paused": false}');
INSERT INTO "matches" VALUES('answered','petersburg',1,'{"players": 2, "edition": "2004", "expansions": ["banquet"], "custom_cards": null, "seating": "given", "extra_marker_seats": "random", "marker_deal": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}, "open_money": false, "open_hands": false, "observatory_public": false, "first_phase_buy_only": false, "warehouse_loss_discard": false, "tiebreak": "total_rubles", "potemkin_villages_same": false, "nobles_over_ten": "cap55", "market_pile_ends_game": true, "prison_free_return": false, "auto_forced": "none"}',NULL,'{"decks": {"worker": ["gold_miner", "shepherd", "fur_trapper", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "lumberjack", "gold_miner", "ship_builder_2004", "czar_and_carpenter_2004", "gold_miner", "ship_builder_2004", "fur_trapper", "shepherd", "shepherd", "gold_miner", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "shepherd", "lumberjack", "lumberjack", "shepherd", "lumberjack", "shepherd", "fur_trapper", "gold_miner", "fur_trapper", "gold_miner", "lumberjack", "lumberjack"], "building": ["observatory_2004", "potemkin_village_1_4", "theater", "library", "customs_house", "potemkin_village_3_8", "academy", "customs_house", "warehouse", "market_2004", "theater", "market_2004", "pub", "hospital", "market_2004", "away_with_it_building", "customs_house", "library", "observatory_2004", "customs_house", "hospital", "library", "hospital", "firehouse", "pub", "firehouse", "customs_house", "firehouse", "potemkin_village", "market_2004", "market_2004"], "noble": ["secretary", "author", "judge_2004", "warehouse_manager", "secretary", "warehouse_manager", "secretary", "warehouse_manager", "controller", "secretary", "mistress_of_ceremonies_2004", "author", "administrator", "author", "controller", "warehouse_manager", "controller", "administrator", "author", "administrator", "away_with_it_noble", "judge_2004", "warehouse_manager", "black_market", "administrator", "mistress_of_ceremonies_2004", "author", "author", "administrator", "black_market"], "exchange": ["pickpocket", "mariinsky_theater_2004", "wharf", "church_of_the_resurrection_2004", "smolny_cathedral", "fur_shop", "admiral", "st_isaacs_cathedral_2004", "winter_palace", "fur_shop", "jester", "czar_superstar", "double_turn", "bank_2004", "builder", "banquet_card", "peterhof_2004", "catherine_palace", "chamber_maid", "minister_of_foreign_affairs", "weaving_mill", "hermitage", "patriarch", "harbor_2004", "carpenter_workshop", "golden_donkey", "fur_shop", "weaving_mill", "tax_man", "senator", "pope_2004", "wharf", "wharf", "weapon_master", "gold_smelter", "czar_2004"]}, "starts": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}}','{"kind": "player", "seconds": 100, "more": 5}',0,0,'visitor:anna',1000000.0,'running',1000016.0,'{"seats": [{"name": "Anna", "bot": null, "free": false, "left": false}, {"name": "Boris", "bot": null, "free": false, "left": false}], "who": ["visitor:Anna", "visitor:Boris"], "to_move": 0, "round": 1, "scores": null, "winners": [], "paused": false}');
INSERT INTO "matches" VALUES('dropped','petersburg',1,'{"players": 2, "edition": "2004", "expansions": ["banquet"], "custom_cards": null, "seating": "given", "extra_marker_seats": "random", "marker_deal": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}, "open_money": false, "open_hands": false, "observatory_public": false, "first_phase_buy_only": false, "warehouse_loss_discard": false, "tiebreak": "total_rubles", "potemkin_villages_same": false, "nobles_over_ten": "cap55", "market_pile_ends_game": true, "prison_free_return": false, "auto_forced": "none"}',NULL,'{"decks": {"worker": ["gold_miner", "shepherd", "fur_trapper", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "lumberjack", "gold_miner", "ship_builder_2004", "czar_and_carpenter_2004", "gold_miner", "ship_builder_2004", "fur_trapper", "shepherd", "shepherd", "gold_miner", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "shepherd", "lumberjack", "lumberjack", "shepherd", "lumberjack", "shepherd", "fur_trapper", "gold_miner", "fur_trapper", "gold_miner", "lumberjack", "lumberjack"], "building": ["observatory_2004", "potemkin_village_1_4", "theater", "library", "customs_house", "potemkin_village_3_8", "academy", "customs_house", "warehouse", "market_2004", "theater", "market_2004", "pub", "hospital", "market_2004", "away_with_it_building", "customs_house", "library", "observatory_2004", "customs_house", "hospital", "library", "hospital", "firehouse", "pub", "firehouse", "customs_house", "firehouse", "potemkin_village", "market_2004", "market_2004"], "noble": ["secretary", "author", "judge_2004", "warehouse_manager", "secretary", "warehouse_manager", "secretary", "warehouse_manager", "controller", "secretary", "mistress_of_ceremonies_2004", "author", "administrator", "author", "controller", "warehouse_manager", "controller", "administrator", "author", "administrator", "away_with_it_noble", "judge_2004", "warehouse_manager", "black_market", "administrator", "mistress_of_ceremonies_2004", "author", "author", "administrator", "black_market"], "exchange": ["pickpocket", "mariinsky_theater_2004", "wharf", "church_of_the_resurrection_2004", "smolny_cathedral", "fur_shop", "admiral", "st_isaacs_cathedral_2004", "winter_palace", "fur_shop", "jester", "czar_superstar", "double_turn", "bank_2004", "builder", "banquet_card", "peterhof_2004", "catherine_palace", "chamber_maid", "minister_of_foreign_affairs", "weaving_mill", "hermitage", "patriarch", "harbor_2004", "carpenter_workshop", "golden_donkey", "fur_shop", "weaving_mill", "tax_man", "senator", "pope_2004", "wharf", "wharf", "weapon_master", "gold_smelter", "czar_2004"]}, "starts": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}}','{"kind": "none"}',0,0,'visitor:anna',1000000.0,'running',1000008.0,'{"seats": [{"name": "Anna", "bot": null, "free": false, "left": false}, {"name": "Boris", "bot": null, "free": false, "left": false}], "who": ["visitor:Anna", "visitor:Boris"], "to_move": 0, "round": 1, "scores": null, "winners": [], "paused": false}');
INSERT INTO "matches" VALUES('one_device','petersburg',1,'{"players": 2, "edition": "2004", "expansions": ["banquet"], "custom_cards": null, "seating": "given", "extra_marker_seats": "random", "marker_deal": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}, "open_money": false, "open_hands": false, "observatory_public": false, "first_phase_buy_only": false, "warehouse_loss_discard": false, "tiebreak": "total_rubles", "potemkin_villages_same": false, "nobles_over_ten": "cap55", "market_pile_ends_game": true, "prison_free_return": false, "auto_forced": "none"}',NULL,'{"decks": {"worker": ["gold_miner", "shepherd", "fur_trapper", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "lumberjack", "gold_miner", "ship_builder_2004", "czar_and_carpenter_2004", "gold_miner", "ship_builder_2004", "fur_trapper", "shepherd", "shepherd", "gold_miner", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "shepherd", "lumberjack", "lumberjack", "shepherd", "lumberjack", "shepherd", "fur_trapper", "gold_miner", "fur_trapper", "gold_miner", "lumberjack", "lumberjack"], "building": ["observatory_2004", "potemkin_village_1_4", "theater", "library", "customs_house", "potemkin_village_3_8", "academy", "customs_house", "warehouse", "market_2004", "theater", "market_2004", "pub", "hospital", "market_2004", "away_with_it_building", "customs_house", "library", "observatory_2004", "customs_house", "hospital", "library", "hospital", "firehouse", "pub", "firehouse", "customs_house", "firehouse", "potemkin_village", "market_2004", "market_2004"], "noble": ["secretary", "author", "judge_2004", "warehouse_manager", "secretary", "warehouse_manager", "secretary", "warehouse_manager", "controller", "secretary", "mistress_of_ceremonies_2004", "author", "administrator", "author", "controller", "warehouse_manager", "controller", "administrator", "author", "administrator", "away_with_it_noble", "judge_2004", "warehouse_manager", "black_market", "administrator", "mistress_of_ceremonies_2004", "author", "author", "administrator", "black_market"], "exchange": ["pickpocket", "mariinsky_theater_2004", "wharf", "church_of_the_resurrection_2004", "smolny_cathedral", "fur_shop", "admiral", "st_isaacs_cathedral_2004", "winter_palace", "fur_shop", "jester", "czar_superstar", "double_turn", "bank_2004", "builder", "banquet_card", "peterhof_2004", "catherine_palace", "chamber_maid", "minister_of_foreign_affairs", "weaving_mill", "hermitage", "patriarch", "harbor_2004", "carpenter_workshop", "golden_donkey", "fur_shop", "weaving_mill", "tax_man", "senator", "pope_2004", "wharf", "wharf", "weapon_master", "gold_smelter", "czar_2004"]}, "starts": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}}','{"kind": "none"}',0,0,'visitor:anna',1000000.0,'running',1000009.0,'{"seats": [{"name": "Anna", "bot": null, "free": false, "left": false}, {"name": "Boris", "bot": null, "free": false, "left": false}], "who": ["visitor:Anna", "visitor:Anna"], "to_move": 0, "round": 1, "scores": null, "winners": [], "paused": false}');
INSERT INTO "matches" VALUES('bots','petersburg',1,'{"players": 2, "edition": "2004", "expansions": [], "custom_cards": null, "seating": "given", "extra_marker_seats": "random", "marker_deal": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}, "open_money": false, "open_hands": false, "observatory_public": false, "first_phase_buy_only": false, "warehouse_loss_discard": false, "tiebreak": "total_rubles", "potemkin_villages_same": false, "nobles_over_ten": "cap55", "market_pile_ends_game": true, "prison_free_return": false, "auto_forced": "none"}',1,'{"decks": {"worker": ["gold_miner", "shepherd", "fur_trapper", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "lumberjack", "gold_miner", "ship_builder_2004", "czar_and_carpenter_2004", "gold_miner", "ship_builder_2004", "fur_trapper", "shepherd", "shepherd", "gold_miner", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "shepherd", "lumberjack", "lumberjack", "shepherd", "lumberjack", "shepherd", "fur_trapper", "gold_miner", "fur_trapper", "gold_miner", "lumberjack", "lumberjack"], "building": ["library", "hospital", "theater", "firehouse", "academy", "customs_house", "customs_house", "market_2004", "pub", "warehouse", "market_2004", "market_2004", "observatory_2004", "library", "library", "observatory_2004", "customs_house", "firehouse", "hospital", "hospital", "potemkin_village", "pub", "firehouse", "customs_house", "customs_house", "theater", "market_2004", "market_2004"], "noble": ["warehouse_manager", "secretary", "secretary", "secretary", "warehouse_manager", "warehouse_manager", "author", "author", "warehouse_manager", "administrator", "administrator", "warehouse_manager", "author", "author", "controller", "secretary", "administrator", "controller", "administrator", "controller", "author", "judge_2004", "mistress_of_ceremonies_2004", "judge_2004", "author", "administrator", "mistress_of_ceremonies_2004"], "exchange": ["smolny_cathedral", "mariinsky_theater_2004", "minister_of_foreign_affairs", "patriarch", "winter_palace", "wharf", "fur_shop", "catherine_palace", "senator", "bank_2004", "wharf", "chamber_maid", "fur_shop", "weaving_mill", "gold_smelter", "admiral", "weapon_master", "st_isaacs_cathedral_2004", "peterhof_2004", "builder", "fur_shop", "church_of_the_resurrection_2004", "carpenter_workshop", "pope_2004", "czar_2004", "tax_man", "weaving_mill", "harbor_2004", "hermitage", "wharf"]}, "starts": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}}','{"kind": "move", "seconds": 60}',0,0,'visitor:anna',1000000.0,'running',1000042.0,'{"seats": [{"name": "Anna", "bot": null, "free": false, "left": false}, {"name": "search:2", "bot": "search:2", "free": false, "left": false}], "who": ["account:1", ""], "to_move": 0, "round": 1, "scores": null, "winners": [], "paused": false}');
INSERT INTO "matches" VALUES('over','spyrium',1,'{"players": 2, "residence_track": "default", "kept_tokens": "physical", "taylorism": "action", "figures": {}}',3,'{"decks": {"A": ["tech_capitalisation", "tech_commerce", "bld_residence_early", "char_architect", "bld_mine_2", "bld_mine_2", "bld_laboratory_1", "bld_residence_early", "bld_workshop_1", "bld_laboratory_1", "char_geologist", "tech_automation", "bld_housing_1", "char_assistant", "bld_university_1", "bld_workshop_1", "char_assistant", "bld_mine_2", "bld_residence_early", "bld_housing_1", "char_bureaucrat", "bld_housing_1", "char_miner", "bld_mine_1", "tech_crane", "bld_university_1", "char_miner", "bld_mine_1", "bld_workshop_1", "char_architect"], "B": ["bld_residence_late", "bld_university_2", "tech_lobbying", "char_banker", "bld_workshop_2", "char_architect", "bld_mine_3", "bld_luxury_home", "bld_factory_1", "tech_engineering", "char_bureaucrat", "bld_laboratory_2", "bld_housing_2", "bld_residence_late", "tech_taylorism", "char_adviser", "char_engineer", "bld_mine_3", "bld_factory_1", "char_geologist"], "C": ["bld_factory_2", "char_adviser", "bld_factory_2", "bld_manor", "bld_laboratory_3", "bld_palace", "char_engineer", "bld_university_2", "char_financier"]}, "events": ["event_crystal_sale", "event_donation", "event_second_shift", "event_country_seat", "event_hiring", "event_windfall", "event_late_arrival"], "tokens": [3, 1, 1, 2, 1, 3, 2, 2, 3, 3, 3, 2, 3, 1, 2, 1, 2, 2, 1, 3, 2, 3, 1, 1], "first_player": 0}','{"kind": "none"}',0,0,'visitor:anna',1000000.0,'over',1000110.0,'{"seats": [{"name": "Anna", "bot": null, "free": false, "left": false}, {"name": "Boris", "bot": null, "free": false, "left": false}], "who": ["visitor:Anna", "visitor:Boris"], "to_move": null, "round": 6, "scores": [27, 15], "winners": [0], "paused": false}');
INSERT INTO "matches" VALUES('waiting','petersburg',1,'{"players": 2, "edition": "2004", "expansions": [], "custom_cards": null, "seating": "given", "extra_marker_seats": "random", "marker_deal": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}, "open_money": false, "open_hands": false, "observatory_public": false, "first_phase_buy_only": false, "warehouse_loss_discard": false, "tiebreak": "total_rubles", "potemkin_villages_same": false, "nobles_over_ten": "cap55", "market_pile_ends_game": true, "prison_free_return": false, "auto_forced": "none"}',1,'{"decks": {"worker": ["gold_miner", "shepherd", "fur_trapper", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "lumberjack", "gold_miner", "ship_builder_2004", "czar_and_carpenter_2004", "gold_miner", "ship_builder_2004", "fur_trapper", "shepherd", "shepherd", "gold_miner", "ship_builder_2004", "fur_trapper", "ship_builder_2004", "shepherd", "lumberjack", "lumberjack", "shepherd", "lumberjack", "shepherd", "fur_trapper", "gold_miner", "fur_trapper", "gold_miner", "lumberjack", "lumberjack"], "building": ["library", "hospital", "theater", "firehouse", "academy", "customs_house", "customs_house", "market_2004", "pub", "warehouse", "market_2004", "market_2004", "observatory_2004", "library", "library", "observatory_2004", "customs_house", "firehouse", "hospital", "hospital", "potemkin_village", "pub", "firehouse", "customs_house", "customs_house", "theater", "market_2004", "market_2004"], "noble": ["warehouse_manager", "secretary", "secretary", "secretary", "warehouse_manager", "warehouse_manager", "author", "author", "warehouse_manager", "administrator", "administrator", "warehouse_manager", "author", "author", "controller", "secretary", "administrator", "controller", "administrator", "controller", "author", "judge_2004", "mistress_of_ceremonies_2004", "judge_2004", "author", "administrator", "mistress_of_ceremonies_2004"], "exchange": ["smolny_cathedral", "mariinsky_theater_2004", "minister_of_foreign_affairs", "patriarch", "winter_palace", "wharf", "fur_shop", "catherine_palace", "senator", "bank_2004", "wharf", "chamber_maid", "fur_shop", "weaving_mill", "gold_smelter", "admiral", "weapon_master", "st_isaacs_cathedral_2004", "peterhof_2004", "builder", "fur_shop", "church_of_the_resurrection_2004", "carpenter_workshop", "pope_2004", "czar_2004", "tax_man", "weaving_mill", "harbor_2004", "hermitage", "wharf"]}, "starts": {"worker": 0, "building": 0, "noble": 1, "exchange": 1}}','{"kind": "none"}',1,0,'visitor:anna',1000000.0,'waiting',1000000.0,'{"seats": [{"name": "Anna", "bot": null, "free": false, "left": false}, {"name": "", "bot": null, "free": true, "left": false}], "who": ["visitor:anna", ""], "to_move": null, "round": 1, "scores": null, "winners": [], "paused": false}');
INSERT INTO "matches" VALUES('imported','suburbia',1,'{"players": 2, "solo": null, "first_player": "random", "board_side": "A", "red_lines": "printed", "blocked_cells": "printed", "redline_tiles_mirror": false, "redline_marker_retroactive": false, "lake_marker_doubles_waterfront": false, "lone_return_bonus": 2, "lone_end": "one_more_turn", "dale_tie": "fixed", "dale_private_goal": false, "dale_win": "strict", "full_tie": "shared"}',4,'{"stacks": {"A": ["mobile_home_community", "freeway", "office_building", "business_supply_store", "homeowners_association", "fast_food_restaurant", "landfill", "parking_lot", "mint", "fancy_restaurant", "business_supply_store", "slaughterhouse", "waterfront_realty", "convenience_store"], "B": ["shipping_center", "domestic_airport", "elementary_school", "museum", "power_station", "domestic_airport", "elementary_school", "skyscraper", "postal_service", "shipping_center", "casino", "postal_service"], "C": ["hotel", "boutique", "bed_and_breakfast", "recycling_plant", "international_airport", "apartments", "one_more_round", "apartments", "high_school", "condominium", "bed_and_breakfast", "pr_firm", "boutique", "chip_fabrication_plant", "middle_school", "middle_school", "high_school", "local_epa_office"]}, "goals": ["capitalist", "miscreant"], "private_goals": [["aquatic_engineer", "employer"], ["developer", "public_official"]], "first_player": 0}','{"kind": "none"}',0,1,'visitor:anna',1000000.0,'running',1000000.0,'{"seats": [{"name": "1", "bot": "record", "free": false, "left": false}, {"name": "2", "bot": "record", "free": false, "left": false}], "who": ["", ""], "to_move": null, "round": 2, "scores": null, "winners": [], "paused": false}');
CREATE TABLE sessions (
	token VARCHAR(64) NOT NULL, 
	account INTEGER NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (token), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "sessions" VALUES('token',1,1000000.0);
CREATE INDEX ix_matches_status ON matches (status);
CREATE INDEX ix_matches_changed ON matches (changed);
CREATE INDEX holders_by_who ON holders (who);
CREATE INDEX ix_chat_match ON chat ("match");
CREATE INDEX ix_sessions_account ON sessions (account);
COMMIT;
