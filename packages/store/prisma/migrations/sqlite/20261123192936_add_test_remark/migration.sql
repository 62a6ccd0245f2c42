-- AlterTable
ALTER TABLE "channel" ADD COLUMN "test_remark" TEXT;
