-- AlterTable
ALTER TABLE "api_key" ADD COLUMN "replacement_of" TEXT;

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_retention_settings" (
    "organization_id" TEXT NOT NULL PRIMARY KEY,
    "prompts_retention_enabled" BOOLEAN NOT NULL,
    "prompts_retention_days" INTEGER NOT NULL,
    "messages_inbound_retention_enabled" BOOLEAN NOT NULL,
    "messages_outbound_retention_enabled" BOOLEAN NOT NULL,
    "messages_inbound_retention_days" INTEGER NOT NULL,
    "messages_outbound_retention_days" INTEGER NOT NULL,
    "messages_inbound_zero_retention" BOOLEAN NOT NULL,
    "messages_outbound_zero_retention" BOOLEAN NOT NULL,
    "audit_retention_enabled" BOOLEAN NOT NULL DEFAULT false,
    "audit_retention_days" INTEGER NOT NULL DEFAULT 365,
    "updated_at" DATETIME NOT NULL
);
INSERT INTO "new_retention_settings" ("messages_inbound_retention_days", "messages_inbound_retention_enabled", "messages_inbound_zero_retention", "messages_outbound_retention_days", "messages_outbound_retention_enabled", "messages_outbound_zero_retention", "organization_id", "prompts_retention_days", "prompts_retention_enabled", "updated_at") SELECT "messages_inbound_retention_days", "messages_inbound_retention_enabled", "messages_inbound_zero_retention", "messages_outbound_retention_days", "messages_outbound_retention_enabled", "messages_outbound_zero_retention", "organization_id", "prompts_retention_days", "prompts_retention_enabled", "updated_at" FROM "retention_settings";
DROP TABLE "retention_settings";
ALTER TABLE "new_retention_settings" RENAME TO "retention_settings";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
