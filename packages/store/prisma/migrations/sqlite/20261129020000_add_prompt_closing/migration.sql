-- DropIndex
DROP INDEX "prompt_close_due_at_idx";

-- CreateTable
CREATE TABLE "prompt_closing" (
    "organization_id" TEXT NOT NULL,
    "num" INTEGER NOT NULL,
    "platform" TEXT NOT NULL,
    "due_at" DATETIME NOT NULL,

    PRIMARY KEY ("organization_id", "num")
);

-- CreateIndex
CREATE INDEX "prompt_closing_due_at_idx" ON "prompt_closing"("due_at");

-- Copy what is due
INSERT INTO "prompt_closing" ("organization_id", "num", "platform", "due_at")
SELECT "organization_id", "num", "platform", "close_due_at" FROM "prompt" WHERE "close_due_at" IS NOT NULL;

-- Keep the table up to date
CREATE TRIGGER "prompt_closing_insert" AFTER INSERT ON "prompt" WHEN NEW."close_due_at" IS NOT NULL BEGIN
  INSERT INTO "prompt_closing" ("organization_id", "num", "platform", "due_at")
  VALUES (NEW."organization_id", NEW."num", NEW."platform", NEW."close_due_at");
END;

CREATE TRIGGER "prompt_closing_due" AFTER UPDATE OF "close_due_at" ON "prompt"
WHEN NEW."close_due_at" IS NOT OLD."close_due_at" AND NEW."close_due_at" IS NOT NULL BEGIN
  INSERT INTO "prompt_closing" ("organization_id", "num", "platform", "due_at")
  VALUES (NEW."organization_id", NEW."num", NEW."platform", NEW."close_due_at")
  ON CONFLICT ("organization_id", "num") DO UPDATE SET "due_at" = excluded."due_at";
END;

CREATE TRIGGER "prompt_closing_done" AFTER UPDATE OF "close_due_at" ON "prompt"
WHEN OLD."close_due_at" IS NOT NULL AND NEW."close_due_at" IS NULL BEGIN
  DELETE FROM "prompt_closing" WHERE "organization_id" = OLD."organization_id" AND "num" = OLD."num";
END;

CREATE TRIGGER "prompt_closing_delete" AFTER DELETE ON "prompt" WHEN OLD."close_due_at" IS NOT NULL BEGIN
  DELETE FROM "prompt_closing" WHERE "organization_id" = OLD."organization_id" AND "num" = OLD."num";
END;
