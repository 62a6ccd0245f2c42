-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "uninspectable" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "prompt_post" ADD COLUMN "uninspectable" BOOLEAN NOT NULL DEFAULT false;
