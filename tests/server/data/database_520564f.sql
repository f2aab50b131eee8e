-- A database of revision 0001_initial, written by the server of commit 520564f and dumped with sqlite3.Connection.iterdump.
-- Do not edit: test_migrations.py reads it as the data of an existing installation.
BEGIN TRANSACTION;
CREATE TABLE accounts (
	id TEXT NOT NULL,
	name TEXT NOT NULL,
	created INTEGER NOT NULL,
	epoch INTEGER DEFAULT 0 NOT NULL,
	operator BOOLEAN DEFAULT 0 NOT NULL,
	banned BOOLEAN DEFAULT 0 NOT NULL,
	owner_id TEXT,
	token TEXT,
	PRIMARY KEY (id)
);
INSERT INTO "accounts" VALUES('aaaaaaaaaaaaaaaa','Ada',1790000000000,0,1,0,NULL,NULL);
INSERT INTO "accounts" VALUES('bbbbbbbbbbbbbbbb','Bo',1790000001000,2,0,0,NULL,NULL);
INSERT INTO "accounts" VALUES('cccccccccccccccc','Cy',1790000002000,0,0,0,NULL,NULL);
INSERT INTO "accounts" VALUES('dddddddddddddddd','Dan',1790000003000,0,0,1,NULL,NULL);
INSERT INTO "accounts" VALUES('60185195e19f7f3c','Botty',1790000004000,0,0,0,'aaaaaaaaaaaaaaaa','03f8ba18bba8c922cfcf3acd8f80770e53a70eb41a983bc9213483436c8932e5');
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001_initial');
CREATE TABLE chat (
	id INTEGER NOT NULL,
	match_id TEXT NOT NULL,
	room TEXT NOT NULL,
	account_id TEXT,
	name TEXT NOT NULL,
	at INTEGER NOT NULL,
	text TEXT NOT NULL,
	hidden BOOLEAN DEFAULT 0 NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "chat" VALUES(1,'J7fL6zyPfxsa','seats','aaaaaaaaaaaaaaaa','Ada',1790000012700,'Good luck – viel Glück!',0);
INSERT INTO "chat" VALUES(2,'J7fL6zyPfxsa','seats','bbbbbbbbbbbbbbbb','Bo',1790000012700,'Thanks',0);
INSERT INTO "chat" VALUES(3,'J7fL6zyPfxsa','watchers','cccccccccccccccc','Cy',1790000012700,'Nonsense',1);
INSERT INTO "chat" VALUES(4,'EABYaENWIkrS','seats','bbbbbbbbbbbbbbbb','Bo',1790000021200,'Once more',0);
CREATE TABLE events (
	match_id TEXT NOT NULL,
	number INTEGER NOT NULL,
	data TEXT NOT NULL,
	deadline INTEGER,
	position_to_act INTEGER,
	nonce TEXT,
	PRIMARY KEY (match_id, number)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('2yTR3XxuNhtI',1,'{"kind":"create","number":1,"at":1790000021200,"edition":"kwintie:board","start":"kwintie:board|-|0","clock":{"kind":"increment","base":60000,"increment":0},"first":0,"round":2,"score":[[0,0],[1,0]]}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('2yTR3XxuNhtI',2,'{"kind":"join","number":2,"at":1790000021200,"player":"Bo"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('2yTR3XxuNhtI',3,'{"kind":"join","number":3,"at":1790000021200,"player":"Ada the Second"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('2yTR3XxuNhtI',4,'{"kind":"start","number":4,"at":1790000021200,"seating":[0,1]}',NULL,0,NULL);
INSERT INTO "events" VALUES('93p1v-9XOT6S',1,'{"kind":"create","number":1,"at":1790000058100,"edition":"twisty:djeco","options":{"players":"3","seed":"1937152177153544"},"start":"twisty:djeco|players=3|.BGssB./sGAD+oC/A+oFDnB/DxE.CGD/ACnnBAE/F+xFoFx/.GEoCE.|FGDCEAB:0:0/CFDGAEB:0:0/AFCDGBE:0:0|-/-/-|0","clock":{"kind":"increment","base":900000,"increment":10000},"first_player_rule":"alternating"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('93p1v-9XOT6S',2,'{"kind":"join","number":2,"at":1790000058100,"player":"Bo"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('93p1v-9XOT6S',3,'{"kind":"join","number":3,"at":1790000058800,"player":"Ada"}',NULL,NULL,'aaaaaaaaaaaaaaaa n67');
INSERT INTO "events" VALUES('9VXlyX3qDDDf',1,'{"kind":"create","number":1,"at":1790000060800,"edition":"twisty:djeco","options":{"players":"3","seed":"7348264274777786"},"start":"twisty:djeco|players=3|.DxGCG./GABCs+A/D+ooBFo/AGB.DEE/+DFFoCA/sCnnsnE/.BFExx.|AFEGBCD:0:0/FCGDEBA:0:0/BFADCEG:0:0|-/-/-|0","clock":{"kind":"increment","base":900000,"increment":10000},"first_player_rule":"alternating"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('9VXlyX3qDDDf',2,'{"kind":"join","number":2,"at":1790000060800,"player":"Ada"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('9VXlyX3qDDDf',3,'{"kind":"join","number":3,"at":1790000061500,"player":"Bo"}',NULL,NULL,'bbbbbbbbbbbbbbbb n68');
INSERT INTO "events" VALUES('9VXlyX3qDDDf',4,'{"kind":"join","number":4,"at":1790000062200,"player":"Cy"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('9VXlyX3qDDDf',5,'{"kind":"start","number":5,"at":1790000062200,"seating":[0,1,2]}',NULL,0,'cccccccccccccccc n69');
INSERT INTO "events" VALUES('9VXlyX3qDDDf',6,'{"kind":"action","number":6,"at":1790000062900,"seat":0,"action":"@g7","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n70');
INSERT INTO "events" VALUES('9VXlyX3qDDDf',7,'{"kind":"action","number":7,"at":1790000063600,"seat":1,"action":"@g1","elapsed_ms":700}',NULL,2,'bbbbbbbbbbbbbbbb n71');
INSERT INTO "events" VALUES('9VXlyX3qDDDf',8,'{"kind":"action","number":8,"at":1790000064300,"seat":2,"action":"@a1","elapsed_ms":700}',1790000964300,0,'cccccccccccccccc n72');
INSERT INTO "events" VALUES('9VXlyX3qDDDf',9,'{"kind":"action","number":9,"at":1790000065000,"seat":0,"action":"f5","elapsed_ms":700}',1790000965000,1,'aaaaaaaaaaaaaaaa n73');
INSERT INTO "events" VALUES('9VXlyX3qDDDf',10,'{"kind":"action","number":10,"at":1790000065700,"seat":1,"action":"f3","elapsed_ms":700}',1790000965700,2,'bbbbbbbbbbbbbbbb n74');
INSERT INTO "events" VALUES('9VXlyX3qDDDf',11,'{"kind":"action","number":11,"at":1790000066400,"seat":2,"action":"c2>e1>f2>d3","elapsed_ms":700}',1790000975700,0,'cccccccccccccccc n75');
INSERT INTO "events" VALUES('9VXlyX3qDDDf',12,'{"kind":"action","number":12,"at":1790000067100,"seat":0,"action":"g3","elapsed_ms":700}',1790000976400,1,'aaaaaaaaaaaaaaaa n76');
INSERT INTO "events" VALUES('9VXlyX3qDDDf',13,'{"kind":"leave","number":13,"at":1790000067800,"seat":2}',1790000976400,1,'cccccccccccccccc n77');
INSERT INTO "events" VALUES('9VXlyX3qDDDf',14,'{"kind":"resume","number":14,"at":1790000132830,"grace_ms":25000}',1790001001400,1,NULL);
INSERT INTO "events" VALUES('AUxrgFsTiKPf',1,'{"kind":"create","number":1,"at":1790000022200,"edition":"mixtour:stein","options":{"points":"1"},"start":"mixtour:stein|points=1|0|0-0|-|-","first_player_rule":"alternating"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('AUxrgFsTiKPf',2,'{"kind":"join","number":2,"at":1790000022200,"player":"Ada"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('AUxrgFsTiKPf',3,'{"kind":"join","number":3,"at":1790000022200,"player":"Zoë"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('AUxrgFsTiKPf',4,'{"kind":"start","number":4,"at":1790000022200,"seating":[1,0]}',NULL,1,NULL);
INSERT INTO "events" VALUES('AUxrgFsTiKPf',5,'{"kind":"action","number":5,"at":1790000022900,"seat":0,"action":"a1","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n22');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',6,'{"kind":"action","number":6,"at":1790000023600,"seat":1,"action":"c4","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n23');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',7,'{"kind":"action","number":7,"at":1790000024300,"seat":0,"action":"d1","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n24');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',8,'{"kind":"action","number":8,"at":1790000025000,"seat":1,"action":"e3","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n25');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',9,'{"kind":"action","number":9,"at":1790000025700,"seat":0,"action":"a2","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n26');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',10,'{"kind":"action","number":10,"at":1790000026400,"seat":1,"action":"d2","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n27');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',11,'{"kind":"action","number":11,"at":1790000027100,"seat":0,"action":"b4","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n28');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',12,'{"kind":"action","number":12,"at":1790000027800,"seat":1,"action":"e3-d2","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n29');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',13,'{"kind":"action","number":13,"at":1790000028500,"seat":0,"action":"e5","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n30');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',14,'{"kind":"action","number":14,"at":1790000029200,"seat":1,"action":"b3","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n31');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',15,'{"kind":"action","number":15,"at":1790000029900,"seat":0,"action":"c4-b3","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n32');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',16,'{"kind":"action","number":16,"at":1790000030600,"seat":1,"action":"a4","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n33');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',17,'{"kind":"action","number":17,"at":1790000031300,"seat":0,"action":"e2","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n34');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',18,'{"kind":"action","number":18,"at":1790000032000,"seat":1,"action":"c5","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n35');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',19,'{"kind":"action","number":19,"at":1790000032700,"seat":0,"action":"a2-a1","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n36');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',20,'{"kind":"action","number":20,"at":1790000033400,"seat":1,"action":"a3","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n37');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',21,'{"kind":"action","number":21,"at":1790000034100,"seat":0,"action":"a3-a1","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n38');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',22,'{"kind":"action","number":22,"at":1790000034800,"seat":1,"action":"a2","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n39');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',23,'{"kind":"action","number":23,"at":1790000035500,"seat":0,"action":"d1-b3","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n40');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',24,'{"kind":"action","number":24,"at":1790000036200,"seat":1,"action":"b3:1-b4","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n41');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',25,'{"kind":"action","number":25,"at":1790000036900,"seat":0,"action":"d3","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n42');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',26,'{"kind":"action","number":26,"at":1790000037600,"seat":1,"action":"a1:1-a2","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n43');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',27,'{"kind":"action","number":27,"at":1790000038300,"seat":0,"action":"c1","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n44');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',28,'{"kind":"action","number":28,"at":1790000039000,"seat":1,"action":"d3-e2","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n45');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',29,'{"kind":"action","number":29,"at":1790000039700,"seat":0,"action":"c2","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n46');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',30,'{"kind":"action","number":30,"at":1790000040400,"seat":1,"action":"b4:1-d2","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n47');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',31,'{"kind":"action","number":31,"at":1790000041100,"seat":0,"action":"d1","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n48');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',32,'{"kind":"action","number":32,"at":1790000041800,"seat":1,"action":"b5","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n49');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',33,'{"kind":"action","number":33,"at":1790000042500,"seat":0,"action":"e1","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n50');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',34,'{"kind":"action","number":34,"at":1790000043200,"seat":1,"action":"b4-b5","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n51');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',35,'{"kind":"action","number":35,"at":1790000043900,"seat":0,"action":"e2:1-e1","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n52');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',36,'{"kind":"action","number":36,"at":1790000044600,"seat":1,"action":"d2-c1","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n53');
INSERT INTO "events" VALUES('AUxrgFsTiKPf',37,'{"kind":"action","number":37,"at":1790000045300,"seat":0,"action":"c1-a1","elapsed_ms":700}',NULL,NULL,'aaaaaaaaaaaaaaaa n54');
INSERT INTO "events" VALUES('EABYaENWIkrS',1,'{"kind":"create","number":1,"at":1790000014200,"edition":"kwintie:board","start":"kwintie:board|-|0","clock":{"kind":"increment","base":60000,"increment":0},"first":1}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('EABYaENWIkrS',2,'{"kind":"join","number":2,"at":1790000014200,"player":"Bo"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('EABYaENWIkrS',3,'{"kind":"join","number":3,"at":1790000014900,"player":"Ada the Second"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('EABYaENWIkrS',4,'{"kind":"start","number":4,"at":1790000014900,"seating":[1,0]}',NULL,1,'aaaaaaaaaaaaaaaa n12');
INSERT INTO "events" VALUES('EABYaENWIkrS',5,'{"kind":"action","number":5,"at":1790000015600,"seat":0,"action":"f","elapsed_ms":700}',NULL,0,'aaaaaaaaaaaaaaaa n13');
INSERT INTO "events" VALUES('EABYaENWIkrS',6,'{"kind":"action","number":6,"at":1790000016300,"seat":1,"action":"g","elapsed_ms":700}',1790000076300,1,'bbbbbbbbbbbbbbbb n14');
INSERT INTO "events" VALUES('EABYaENWIkrS',7,'{"kind":"action","number":7,"at":1790000017000,"seat":0,"action":"d","elapsed_ms":700}',1790000077000,0,'aaaaaaaaaaaaaaaa n15');
INSERT INTO "events" VALUES('EABYaENWIkrS',8,'{"kind":"action","number":8,"at":1790000017700,"seat":1,"action":"bc","elapsed_ms":700}',1790000077000,1,'bbbbbbbbbbbbbbbb n16');
INSERT INTO "events" VALUES('EABYaENWIkrS',9,'{"kind":"action","number":9,"at":1790000018400,"seat":0,"action":"b","elapsed_ms":700}',1790000077700,0,'aaaaaaaaaaaaaaaa n17');
INSERT INTO "events" VALUES('EABYaENWIkrS',10,'{"kind":"action","number":10,"at":1790000019100,"seat":1,"action":"h","elapsed_ms":700}',1790000077700,1,'bbbbbbbbbbbbbbbb n18');
INSERT INTO "events" VALUES('EABYaENWIkrS',11,'{"kind":"resign","number":11,"at":1790000019800,"seat":1}',NULL,NULL,'bbbbbbbbbbbbbbbb n19');
INSERT INTO "events" VALUES('EABYaENWIkrS',12,'{"kind":"offer","number":12,"at":1790000020500,"seat":0,"offer_type":"rematch"}',NULL,NULL,'aaaaaaaaaaaaaaaa n20');
INSERT INTO "events" VALUES('EABYaENWIkrS',13,'{"kind":"accept","number":13,"at":1790000021200,"seat":1,"offer_type":"rematch","accepted":true}',NULL,NULL,'bbbbbbbbbbbbbbbb n21');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',1,'{"kind":"create","number":1,"at":1790000005000,"edition":"mixtour:stein","start":"mixtour:stein|0|0-0|-|-","clock":{"kind":"increment","base":300000,"increment":3000},"first":0}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('J7fL6zyPfxsa',2,'{"kind":"join","number":2,"at":1790000005000,"player":"Ada"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('J7fL6zyPfxsa',3,'{"kind":"join","number":3,"at":1790000005700,"player":"Bo"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('J7fL6zyPfxsa',4,'{"kind":"start","number":4,"at":1790000005700,"seating":[0,1]}',NULL,0,'bbbbbbbbbbbbbbbb n1');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',5,'{"kind":"action","number":5,"at":1790000006400,"seat":0,"action":"a5","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n2');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',6,'{"kind":"action","number":6,"at":1790000007100,"seat":1,"action":"d5","elapsed_ms":700}',1790000307100,0,'bbbbbbbbbbbbbbbb n3');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',7,'{"kind":"action","number":7,"at":1790000007800,"seat":0,"action":"a3","elapsed_ms":700}',1790000307800,1,'aaaaaaaaaaaaaaaa n4');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',8,'{"kind":"action","number":8,"at":1790000008500,"seat":1,"action":"c1","elapsed_ms":700}',1790000310800,0,'bbbbbbbbbbbbbbbb n5');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',9,'{"kind":"action","number":9,"at":1790000009200,"seat":0,"action":"b1","elapsed_ms":700}',1790000311500,1,'aaaaaaaaaaaaaaaa n6');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',10,'{"kind":"offer","number":10,"at":1790000009900,"seat":1,"offer_type":"takeback"}',1790000311500,1,'bbbbbbbbbbbbbbbb n7');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',11,'{"kind":"accept","number":11,"at":1790000010600,"seat":0,"offer_type":"takeback","accepted":true,"plies_kept":3}',1790000312900,1,'aaaaaaaaaaaaaaaa n8');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',12,'{"kind":"time","number":12,"at":1790000011300,"seat":0,"to":1,"time_ms":15000}',1790000327900,1,'aaaaaaaaaaaaaaaa n9');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',13,'{"kind":"action","number":13,"at":1790000012000,"seat":1,"action":"d3","elapsed_ms":1400}',1790000316600,0,'bbbbbbbbbbbbbbbb n10');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',14,'{"kind":"action","number":14,"at":1790000012700,"seat":0,"action":"d2","elapsed_ms":700}',1790000331600,1,'aaaaaaaaaaaaaaaa n11');
INSERT INTO "events" VALUES('J7fL6zyPfxsa',15,'{"kind":"resume","number":15,"at":1790000132830,"grace_ms":25000}',1790000356600,1,NULL);
INSERT INTO "events" VALUES('J7fL6zyPfxsa',16,'{"kind":"action","number":16,"at":1790000134530,"seat":1,"action":"d4","elapsed_ms":96830}',1790000441430,0,'bbbbbbbbbbbbbbbb n78');
INSERT INTO "events" VALUES('QBLRNL4gcaJk',1,'{"kind":"create","number":1,"at":1790000052200,"edition":"mixtour:stein","start":"mixtour:stein|0|0-0|-|-","clock":{"kind":"increment","base":600000,"increment":5000},"first":0}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('QBLRNL4gcaJk',2,'{"kind":"join","number":2,"at":1790000052200,"player":"Ada"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('QBLRNL4gcaJk',3,'{"kind":"join","number":3,"at":1790000052900,"player":"Bo"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('QBLRNL4gcaJk',4,'{"kind":"start","number":4,"at":1790000052900,"seating":[0,1]}',NULL,0,'bbbbbbbbbbbbbbbb n62');
INSERT INTO "events" VALUES('QBLRNL4gcaJk',5,'{"kind":"action","number":5,"at":1790000053600,"seat":0,"action":"e4","elapsed_ms":700}',NULL,1,'aaaaaaaaaaaaaaaa n63');
INSERT INTO "events" VALUES('QBLRNL4gcaJk',6,'{"kind":"action","number":6,"at":1790000054300,"seat":1,"action":"c1","elapsed_ms":700}',1790000654300,0,'bbbbbbbbbbbbbbbb n64');
INSERT INTO "events" VALUES('QBLRNL4gcaJk',7,'{"kind":"action","number":7,"at":1790000055000,"seat":0,"action":"e5","elapsed_ms":700}',1790000655000,1,'aaaaaaaaaaaaaaaa n65');
INSERT INTO "events" VALUES('QBLRNL4gcaJk',8,'{"kind":"action","number":8,"at":1790000055700,"seat":1,"action":"d3","elapsed_ms":700}',1790000660000,0,'bbbbbbbbbbbbbbbb n66');
INSERT INTO "events" VALUES('QBLRNL4gcaJk',9,'{"kind":"adjourn","number":9,"at":1790000057100}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('T4Y5bbV5hBQM',1,'{"kind":"create","number":1,"at":1790000059800,"edition":"mixtour:stein","start":"mixtour:stein|0|0-0|-|-","first":0}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('T4Y5bbV5hBQM',2,'{"kind":"join","number":2,"at":1790000059800,"player":"Ada"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('T4Y5bbV5hBQM',3,'{"kind":"join","number":3,"at":1790000059800,"player":"Tablier, level 2","level":2}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('T4Y5bbV5hBQM',4,'{"kind":"start","number":4,"at":1790000059800,"seating":[0,1]}',NULL,0,NULL);
INSERT INTO "events" VALUES('aBsM8UKhKPE9',1,'{"kind":"create","number":1,"at":1790000046300,"edition":"twixt:kosmos","start":"twixt:kosmos|0|01|-|-","clock":{"kind":"days","days":3},"first":0}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('aBsM8UKhKPE9',2,'{"kind":"join","number":2,"at":1790000046300,"player":"Cy"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('aBsM8UKhKPE9',3,'{"kind":"join","number":3,"at":1790000047000,"player":"Ada"}',NULL,NULL,NULL);
INSERT INTO "events" VALUES('aBsM8UKhKPE9',4,'{"kind":"start","number":4,"at":1790000047000,"seating":[0,1]}',1790259247000,0,'aaaaaaaaaaaaaaaa n55');
INSERT INTO "events" VALUES('aBsM8UKhKPE9',5,'{"kind":"action","number":5,"at":1790000047700,"seat":0,"action":"b8","elapsed_ms":700}',1790259247700,1,'cccccccccccccccc n56');
INSERT INTO "events" VALUES('aBsM8UKhKPE9',6,'{"kind":"action","number":6,"at":1790000048400,"seat":1,"action":"t18","elapsed_ms":700}',1790259248400,0,'aaaaaaaaaaaaaaaa n57');
INSERT INTO "events" VALUES('aBsM8UKhKPE9',7,'{"kind":"action","number":7,"at":1790000049100,"seat":0,"action":"f16","elapsed_ms":700}',1790259249100,1,'cccccccccccccccc n58');
INSERT INTO "events" VALUES('aBsM8UKhKPE9',8,'{"kind":"action","number":8,"at":1790000049800,"seat":1,"action":"i4","elapsed_ms":700}',1790259249800,0,'aaaaaaaaaaaaaaaa n59');
INSERT INTO "events" VALUES('aBsM8UKhKPE9',9,'{"kind":"action","number":9,"at":1790000050500,"seat":0,"action":"n4","elapsed_ms":700}',1790259250500,1,'cccccccccccccccc n60');
INSERT INTO "events" VALUES('aBsM8UKhKPE9',10,'{"kind":"action","number":10,"at":1790000051200,"seat":1,"action":"f3","elapsed_ms":700}',1790259251200,0,'aaaaaaaaaaaaaaaa n61');
CREATE TABLE heartbeat (
	id INTEGER NOT NULL,
	at INTEGER NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "heartbeat" VALUES(1,1790000135530);
CREATE TABLE links (
	hash TEXT NOT NULL,
	kind TEXT NOT NULL,
	account_id TEXT,
	expires INTEGER,
	PRIMARY KEY (hash)
);
INSERT INTO "links" VALUES('c616ece7c3e4452ae074d2fdbe9ff52c65fae5d4a9a4224546a6c33206f4de9a','device','aaaaaaaaaaaaaaaa',1790000904000);
INSERT INTO "links" VALUES('cd7004cc0019939a505cc61edd5aff9c861febdc968dc500c242f308e468f675','recovery','bbbbbbbbbbbbbbbb',NULL);
INSERT INTO "links" VALUES('37dabf66e4b232e185a90fa469e91e17f8f49feba825bc0cb87a6491043f5514','operator',NULL,NULL);
CREATE TABLE matches (
	id TEXT NOT NULL,
	created INTEGER NOT NULL,
	edition TEXT NOT NULL,
	owner_id TEXT,
	nonce TEXT,
	public BOOLEAN NOT NULL,
	chat BOOLEAN DEFAULT 1 NOT NULL,
	status TEXT NOT NULL,
	previous_match_id TEXT,
	PRIMARY KEY (id),
	CONSTRAINT matches_once UNIQUE (owner_id, nonce)
);
INSERT INTO "matches" VALUES('J7fL6zyPfxsa',1790000005000,'mixtour:stein','aaaaaaaaaaaaaaaa','create-1',1,1,'running',NULL);
INSERT INTO "matches" VALUES('EABYaENWIkrS',1790000014200,'kwintie:board','bbbbbbbbbbbbbbbb',NULL,0,1,'over',NULL);
INSERT INTO "matches" VALUES('2yTR3XxuNhtI',1790000021200,'kwintie:board','bbbbbbbbbbbbbbbb',NULL,0,1,'running','EABYaENWIkrS');
INSERT INTO "matches" VALUES('AUxrgFsTiKPf',1790000022200,'mixtour:stein','aaaaaaaaaaaaaaaa',NULL,0,1,'over',NULL);
INSERT INTO "matches" VALUES('aBsM8UKhKPE9',1790000046300,'twixt:kosmos','cccccccccccccccc',NULL,1,1,'running',NULL);
INSERT INTO "matches" VALUES('QBLRNL4gcaJk',1790000052200,'mixtour:stein','aaaaaaaaaaaaaaaa',NULL,0,1,'running',NULL);
INSERT INTO "matches" VALUES('93p1v-9XOT6S',1790000058100,'twisty:djeco','bbbbbbbbbbbbbbbb',NULL,1,1,'waiting',NULL);
INSERT INTO "matches" VALUES('T4Y5bbV5hBQM',1790000059800,'mixtour:stein','aaaaaaaaaaaaaaaa',NULL,0,1,'running',NULL);
INSERT INTO "matches" VALUES('9VXlyX3qDDDf',1790000060800,'twisty:djeco','aaaaaaaaaaaaaaaa',NULL,0,1,'running',NULL);
CREATE TABLE mutes (
	account_id TEXT NOT NULL,
	muted_id TEXT NOT NULL,
	PRIMARY KEY (account_id, muted_id)
);
INSERT INTO "mutes" VALUES('aaaaaaaaaaaaaaaa','cccccccccccccccc');
CREATE TABLE participants (
	match_id TEXT NOT NULL,
	position INTEGER NOT NULL,
	account_id TEXT,
	level INTEGER,
	name TEXT NOT NULL,
	PRIMARY KEY (match_id, position),
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "participants" VALUES('J7fL6zyPfxsa',0,'aaaaaaaaaaaaaaaa',NULL,'Ada');
INSERT INTO "participants" VALUES('J7fL6zyPfxsa',1,'bbbbbbbbbbbbbbbb',NULL,'Bo');
INSERT INTO "participants" VALUES('EABYaENWIkrS',0,'bbbbbbbbbbbbbbbb',NULL,'Bo');
INSERT INTO "participants" VALUES('EABYaENWIkrS',1,'aaaaaaaaaaaaaaaa',NULL,'Ada the Second');
INSERT INTO "participants" VALUES('2yTR3XxuNhtI',0,'bbbbbbbbbbbbbbbb',NULL,'Bo');
INSERT INTO "participants" VALUES('2yTR3XxuNhtI',1,'aaaaaaaaaaaaaaaa',NULL,'Ada the Second');
INSERT INTO "participants" VALUES('AUxrgFsTiKPf',0,'aaaaaaaaaaaaaaaa',NULL,'Ada');
INSERT INTO "participants" VALUES('AUxrgFsTiKPf',1,'aaaaaaaaaaaaaaaa',NULL,'Zoë');
INSERT INTO "participants" VALUES('aBsM8UKhKPE9',0,'cccccccccccccccc',NULL,'Cy');
INSERT INTO "participants" VALUES('aBsM8UKhKPE9',1,'aaaaaaaaaaaaaaaa',NULL,'Ada');
INSERT INTO "participants" VALUES('QBLRNL4gcaJk',0,'aaaaaaaaaaaaaaaa',NULL,'Ada');
INSERT INTO "participants" VALUES('QBLRNL4gcaJk',1,'bbbbbbbbbbbbbbbb',NULL,'Bo');
INSERT INTO "participants" VALUES('93p1v-9XOT6S',0,'bbbbbbbbbbbbbbbb',NULL,'Bo');
INSERT INTO "participants" VALUES('93p1v-9XOT6S',1,'aaaaaaaaaaaaaaaa',NULL,'Ada');
INSERT INTO "participants" VALUES('T4Y5bbV5hBQM',0,'aaaaaaaaaaaaaaaa',NULL,'Ada');
INSERT INTO "participants" VALUES('T4Y5bbV5hBQM',1,NULL,2,'Tablier, level 2');
INSERT INTO "participants" VALUES('9VXlyX3qDDDf',0,'aaaaaaaaaaaaaaaa',NULL,'Ada');
INSERT INTO "participants" VALUES('9VXlyX3qDDDf',1,'bbbbbbbbbbbbbbbb',NULL,'Bo');
INSERT INTO "participants" VALUES('9VXlyX3qDDDf',2,'cccccccccccccccc',NULL,'Cy');
CREATE TABLE push_subscriptions (
	endpoint TEXT NOT NULL,
	account_id TEXT NOT NULL,
	p256dh TEXT NOT NULL,
	auth TEXT NOT NULL,
	language TEXT NOT NULL,
	all_events BOOLEAN NOT NULL,
	created INTEGER NOT NULL,
	PRIMARY KEY (endpoint)
);
INSERT INTO "push_subscriptions" VALUES('https://push.example.net/0','aaaaaaaaaaaaaaaa','BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4','BTBZMqHH6r4Tts7J_aSIgg','en',0,1790000067810);
INSERT INTO "push_subscriptions" VALUES('https://push.example.net/1','aaaaaaaaaaaaaaaa','BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4','BTBZMqHH6r4Tts7J_aSIgg','de',1,1790000067820);
INSERT INTO "push_subscriptions" VALUES('https://push.example.net/2','bbbbbbbbbbbbbbbb','BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4','BTBZMqHH6r4Tts7J_aSIgg','fr',0,1790000067830);
CREATE TABLE reports (
	id INTEGER NOT NULL,
	chat_id INTEGER NOT NULL,
	account_id TEXT,
	at INTEGER NOT NULL,
	reason TEXT NOT NULL,
	closed BOOLEAN DEFAULT 0 NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "reports" VALUES(1,2,'aaaaaaaaaaaaaaaa',1790000012700,'rude',0);
INSERT INTO "reports" VALUES(2,2,'aaaaaaaaaaaaaaaa',1790000013200,'rude, again',0);
INSERT INTO "reports" VALUES(3,3,'cccccccccccccccc',1790000013200,'my own',1);
CREATE INDEX matches_by_status ON matches (status, public, created);
CREATE INDEX matches_by_previous ON matches (previous_match_id);
CREATE INDEX participants_by_account ON participants (account_id, match_id);
CREATE INDEX chat_by_match ON chat (match_id, id);
CREATE INDEX chat_by_account ON chat (account_id);
CREATE INDEX push_subscriptions_by_account ON push_subscriptions (account_id);
COMMIT;
