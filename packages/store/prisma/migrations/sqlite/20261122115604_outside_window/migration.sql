-- AlterTable
ALTER TABLE "channel" ADD COLUMN "outside_window" TEXT NOT NULL DEFAULT 'refuse';
