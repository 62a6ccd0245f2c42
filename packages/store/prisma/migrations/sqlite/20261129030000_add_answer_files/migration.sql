-- AlterTable
ALTER TABLE "hosted_file" ADD COLUMN "of_answer" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "allow_attachments" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "prompt" ADD COLUMN "answer_files" JSONB;
