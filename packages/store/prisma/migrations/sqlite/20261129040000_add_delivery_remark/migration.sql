-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "delivery_remark" TEXT;
