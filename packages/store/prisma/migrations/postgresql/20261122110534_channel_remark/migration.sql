-- AlterTable
ALTER TABLE "channel" ADD COLUMN     "account_remark" TEXT;
