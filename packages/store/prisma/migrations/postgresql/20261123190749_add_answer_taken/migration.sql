-- AlterTable
ALTER TABLE "prompt" ADD COLUMN     "answer_taken_at" TIMESTAMPTZ(3);
