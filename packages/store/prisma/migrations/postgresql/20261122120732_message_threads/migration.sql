-- AlterTable
ALTER TABLE "message" ADD COLUMN     "reply_to" TEXT,
ADD COLUMN     "thread_id" TEXT;
