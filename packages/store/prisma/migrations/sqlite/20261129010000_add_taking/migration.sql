-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "taken_at" DATETIME;
ALTER TABLE "prompt" ADD COLUMN "taken_by" JSONB;
