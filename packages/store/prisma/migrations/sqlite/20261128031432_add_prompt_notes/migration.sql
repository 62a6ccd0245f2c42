-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "note_count" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "prompt" ADD COLUMN "noted_at" DATETIME;

-- CreateTable
CREATE TABLE "prompt_note" (
    "organization_id" TEXT NOT NULL,
    "prompt_num" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "url" TEXT,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("organization_id", "prompt_num", "number"),
    CONSTRAINT "prompt_note_organization_id_prompt_num_fkey" FOREIGN KEY ("organization_id", "prompt_num") REFERENCES "prompt" ("organization_id", "num") ON DELETE CASCADE ON UPDATE CASCADE
);
