-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "replacement_of" TEXT;

-- AlterTable
ALTER TABLE "retention_settings" ADD COLUMN     "audit_retention_days" INTEGER NOT NULL DEFAULT 365,
ADD COLUMN     "audit_retention_enabled" BOOLEAN NOT NULL DEFAULT false;
