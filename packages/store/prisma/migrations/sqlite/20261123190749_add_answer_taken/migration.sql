-- AlterTable
ALTER TABLE "prompt" ADD COLUMN "answer_taken_at" DATETIME;
