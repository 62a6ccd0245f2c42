-- AlterTable
ALTER TABLE "prompt" ADD COLUMN     "taken_at" TIMESTAMPTZ(3),
ADD COLUMN     "taken_by" JSONB;
