-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "confirm_thread" TEXT;
