-- AlterTable
ALTER TABLE "organization" ADD COLUMN "hosted_kb" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "hosted_file" (
    "token_hash" TEXT NOT NULL PRIMARY KEY,
    "organization_id" TEXT NOT NULL,
    "prompt_num" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "check_at" DATETIME NOT NULL,
    "ends_at" DATETIME
);

-- CreateTable
CREATE TABLE "hosted_file_chunk" (
    "token_hash" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BLOB NOT NULL,

    PRIMARY KEY ("token_hash", "number"),
    CONSTRAINT "hosted_file_chunk_token_hash_fkey" FOREIGN KEY ("token_hash") REFERENCES "hosted_file" ("token_hash") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "hosted_file_check_at_idx" ON "hosted_file"("check_at");

-- CreateIndex
CREATE INDEX "hosted_file_organization_id_prompt_num_idx" ON "hosted_file"("organization_id", "prompt_num");
