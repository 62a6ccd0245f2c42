-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "consumed_at" DATETIME;
ALTER TABLE "prompt" ADD COLUMN "consumed_by" TEXT;
ALTER TABLE "prompt" ADD COLUMN "withdrawn_at" DATETIME;
