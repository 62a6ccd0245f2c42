-- AlterTable
ALTER TABLE "message" ADD COLUMN "reply_to" TEXT;
ALTER TABLE "message" ADD COLUMN "thread_id" TEXT;
