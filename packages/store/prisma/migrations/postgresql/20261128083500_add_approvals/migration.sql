-- AlterTable
ALTER TABLE "prompt" ADD COLUMN     "consumed_at" TIMESTAMPTZ(3),
ADD COLUMN     "consumed_by" TEXT,
ADD COLUMN     "withdrawn_at" TIMESTAMPTZ(3);
