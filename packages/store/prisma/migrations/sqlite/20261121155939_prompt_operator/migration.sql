-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "operator_id" TEXT;
