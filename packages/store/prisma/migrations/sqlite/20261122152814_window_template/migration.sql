-- AlterTable
ALTER TABLE "channel" ADD COLUMN "template_language" TEXT;
ALTER TABLE "channel" ADD COLUMN "template_name" TEXT;

-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "show_after" DATETIME;
