-- AlterTable
ALTER TABLE "message" ADD COLUMN     "from_name" TEXT;
