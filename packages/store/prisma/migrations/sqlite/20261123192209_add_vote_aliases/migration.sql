-- AlterTable
ALTER TABLE "prompt_vote" ADD COLUMN "aliases" JSONB;
