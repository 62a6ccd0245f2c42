-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "confirm_target" TEXT;
