-- The search index of prompts contains their options and typed answers as well. An answer by an option is among the options, so
-- most answers do not change the index. The expression is the one of src/sql/searched-text.ts.
DROP TRIGGER "prompt_search_insert";
DROP TRIGGER "prompt_search_delete";
DROP TRIGGER "prompt_search_update";
DROP TABLE "prompt_search";
CREATE VIRTUAL TABLE "prompt_search" USING fts5(trigrams, content='', columnsize=0, detail=none, tokenize='trigram');

-- Index rows that exist already
INSERT INTO "prompt_search" (rowid, trigrams)
    SELECT (o."number" << 32) + p."num",
        p."text" || char(10) || replace(replace(replace(trim(p."options", '["]'), '","', char(10)), '\"', '"'), '\\', '\')
            || CASE p."answer_type" WHEN 'text' THEN char(10) || p."answer" ELSE '' END
    FROM "search_organization" o JOIN "prompt" p ON p."organization_id" = o."organization_id"
    ORDER BY o."number", p."num";

CREATE TRIGGER "prompt_search_insert" AFTER INSERT ON "prompt" BEGIN
    INSERT INTO "prompt_search" (rowid, trigrams)
        SELECT ("number" << 32) + new."num",
            new."text" || char(10) || replace(replace(replace(trim(new."options", '["]'), '","', char(10)), '\"', '"'), '\\', '\')
                || CASE new."answer_type" WHEN 'text' THEN char(10) || new."answer" ELSE '' END
        FROM "search_organization" WHERE "organization_id" = new."organization_id";
END;
CREATE TRIGGER "prompt_search_delete" AFTER DELETE ON "prompt" BEGIN
    INSERT INTO "prompt_search" ("prompt_search", rowid, trigrams)
        SELECT 'delete', ("number" << 32) + old."num",
            old."text" || char(10) || replace(replace(replace(trim(old."options", '["]'), '","', char(10)), '\"', '"'), '\\', '\')
                || CASE old."answer_type" WHEN 'text' THEN char(10) || old."answer" ELSE '' END
        FROM "search_organization" WHERE "organization_id" = old."organization_id";
END;
CREATE TRIGGER "prompt_search_update" AFTER UPDATE OF "organization_id", "num", "text", "options", "answer_type", "answer" ON "prompt"
WHEN old."answer_type" IS 'text' OR new."answer_type" IS 'text' OR old."text" IS NOT new."text"
    OR old."options" IS NOT new."options" OR old."num" IS NOT new."num" OR old."organization_id" IS NOT new."organization_id"
BEGIN
    INSERT INTO "prompt_search" ("prompt_search", rowid, trigrams)
        SELECT 'delete', ("number" << 32) + old."num",
            old."text" || char(10) || replace(replace(replace(trim(old."options", '["]'), '","', char(10)), '\"', '"'), '\\', '\')
                || CASE old."answer_type" WHEN 'text' THEN char(10) || old."answer" ELSE '' END
        FROM "search_organization" WHERE "organization_id" = old."organization_id";
    INSERT INTO "prompt_search" (rowid, trigrams)
        SELECT ("number" << 32) + new."num",
            new."text" || char(10) || replace(replace(replace(trim(new."options", '["]'), '","', char(10)), '\"', '"'), '\\', '\')
                || CASE new."answer_type" WHEN 'text' THEN char(10) || new."answer" ELSE '' END
        FROM "search_organization" WHERE "organization_id" = new."organization_id";
END;
