-- The search index: for each sequence of three characters, the rows whose text has it. It contains no text of its own
-- ('content=') and no positions ('detail=none'), so the search compares the texts of the rows that it finds.
-- PostgreSQL has an index instead (src/engine/postgresql/search-index.ts).
CREATE VIRTUAL TABLE "message_search" USING fts5(trigrams, content='', columnsize=0, detail=none, tokenize='trigram');
CREATE VIRTUAL TABLE "prompt_search" USING fts5(trigrams, content='', columnsize=0, detail=none, tokenize='trigram');

-- A row of the index has a number of 64 bits. For a prompt it is the organization's number, then the prompt's. The row
-- numbers of "prompt" itself are not used, because VACUUM may change them.
CREATE TABLE "search_organization" (
    "number" INTEGER NOT NULL PRIMARY KEY,
    "organization_id" TEXT NOT NULL UNIQUE
);
INSERT INTO "search_organization" ("organization_id") SELECT "id" FROM "organization";
CREATE TRIGGER "organization_search_insert" AFTER INSERT ON "organization" BEGIN
    INSERT INTO "search_organization" ("organization_id") VALUES (new."id");
END;

-- Index rows that exist already
INSERT INTO "message_search" (rowid, trigrams) SELECT "seq", "text" FROM "message" ORDER BY "seq";
INSERT INTO "prompt_search" (rowid, trigrams)
    SELECT (o."number" << 32) + p."num", p."text"
    FROM "search_organization" o JOIN "prompt" p ON p."organization_id" = o."organization_id"
    ORDER BY o."number", p."num";

CREATE TRIGGER "message_search_insert" AFTER INSERT ON "message" BEGIN
    INSERT INTO "message_search" (rowid, trigrams) VALUES (new."seq", new."text");
END;
CREATE TRIGGER "message_search_delete" AFTER DELETE ON "message" BEGIN
    INSERT INTO "message_search" ("message_search", rowid, trigrams) VALUES ('delete', old."seq", old."text");
END;
CREATE TRIGGER "message_search_update" AFTER UPDATE OF "seq", "text" ON "message" BEGIN
    INSERT INTO "message_search" ("message_search", rowid, trigrams) VALUES ('delete', old."seq", old."text");
    INSERT INTO "message_search" (rowid, trigrams) VALUES (new."seq", new."text");
END;
CREATE TRIGGER "prompt_search_insert" AFTER INSERT ON "prompt" BEGIN
    INSERT INTO "prompt_search" (rowid, trigrams)
        SELECT ("number" << 32) + new."num", new."text" FROM "search_organization" WHERE "organization_id" = new."organization_id";
END;
CREATE TRIGGER "prompt_search_delete" AFTER DELETE ON "prompt" BEGIN
    INSERT INTO "prompt_search" ("prompt_search", rowid, trigrams)
        SELECT 'delete', ("number" << 32) + old."num", old."text" FROM "search_organization" WHERE "organization_id" = old."organization_id";
END;
CREATE TRIGGER "prompt_search_update" AFTER UPDATE OF "organization_id", "num", "text" ON "prompt" BEGIN
    INSERT INTO "prompt_search" ("prompt_search", rowid, trigrams)
        SELECT 'delete', ("number" << 32) + old."num", old."text" FROM "search_organization" WHERE "organization_id" = old."organization_id";
    INSERT INTO "prompt_search" (rowid, trigrams)
        SELECT ("number" << 32) + new."num", new."text" FROM "search_organization" WHERE "organization_id" = new."organization_id";
END;
