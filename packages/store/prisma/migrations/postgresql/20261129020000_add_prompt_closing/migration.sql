-- DropIndex
DROP INDEX "prompt_close_due_at_idx";

-- CreateTable
CREATE TABLE "prompt_closing" (
    "organization_id" TEXT NOT NULL,
    "num" INTEGER NOT NULL,
    "platform" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "prompt_closing_pkey" PRIMARY KEY ("organization_id","num")
);

-- CreateIndex
CREATE INDEX "prompt_closing_due_at_idx" ON "prompt_closing"("due_at");

-- Copy what is due
INSERT INTO "prompt_closing" ("organization_id", "num", "platform", "due_at")
SELECT "organization_id", "num", "platform", "close_due_at" FROM "prompt" WHERE "close_due_at" IS NOT NULL;

-- Keep the table up to date
CREATE FUNCTION "keep_prompt_closing"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM prompt_closing WHERE organization_id = OLD.organization_id AND num = OLD.num;
  ELSIF NEW.close_due_at IS NULL THEN
    DELETE FROM prompt_closing WHERE organization_id = NEW.organization_id AND num = NEW.num;
  ELSE
    INSERT INTO prompt_closing (organization_id, num, platform, due_at)
    VALUES (NEW.organization_id, NEW.num, NEW.platform, NEW.close_due_at)
    ON CONFLICT (organization_id, num) DO UPDATE SET due_at = excluded.due_at;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "prompt_closing_insert" AFTER INSERT ON "prompt" FOR EACH ROW
WHEN (NEW."close_due_at" IS NOT NULL) EXECUTE FUNCTION "keep_prompt_closing"();

CREATE TRIGGER "prompt_closing_update" AFTER UPDATE OF "close_due_at" ON "prompt" FOR EACH ROW
WHEN (NEW."close_due_at" IS DISTINCT FROM OLD."close_due_at") EXECUTE FUNCTION "keep_prompt_closing"();

CREATE TRIGGER "prompt_closing_delete" AFTER DELETE ON "prompt" FOR EACH ROW
WHEN (OLD."close_due_at" IS NOT NULL) EXECUTE FUNCTION "keep_prompt_closing"();

-- Room for the next version of a row on its own page: only there an update leaves the indexes as they are.
ALTER TABLE "prompt" SET (fillfactor = 85);
