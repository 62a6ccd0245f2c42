-- AlterTable
ALTER TABLE "delivery" ADD COLUMN "trace" TEXT;

-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "trace" TEXT;
