-- AlterTable
ALTER TABLE "channel" ADD COLUMN     "template_language" TEXT,
ADD COLUMN     "template_name" TEXT;

-- AlterTable
ALTER TABLE "prompt" ADD COLUMN     "show_after" TIMESTAMPTZ(3);
