-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "hosted_kb" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "hosted_file" (
    "token_hash" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "prompt_num" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "check_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "hosted_file_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "hosted_file_chunk" (
    "token_hash" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "hosted_file_chunk_pkey" PRIMARY KEY ("token_hash","number")
);

-- CreateIndex
CREATE INDEX "hosted_file_check_at_idx" ON "hosted_file"("check_at");

-- CreateIndex
CREATE INDEX "hosted_file_organization_id_prompt_num_idx" ON "hosted_file"("organization_id", "prompt_num");

-- AddForeignKey
ALTER TABLE "hosted_file_chunk" ADD CONSTRAINT "hosted_file_chunk_token_hash_fkey" FOREIGN KEY ("token_hash") REFERENCES "hosted_file"("token_hash") ON DELETE CASCADE ON UPDATE CASCADE;
