-- AlterTable
ALTER TABLE "channel" ADD COLUMN     "prompt_links" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "prompt" ADD COLUMN     "console_url" TEXT;
