-- AlterTable
ALTER TABLE "organization" ADD COLUMN "rule_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "rule" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "organization_id" TEXT NOT NULL,
    "rule_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "actions" JSONB NOT NULL,
    "when" TEXT,
    "then" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "rule_organization_id_rule_id_key" ON "rule"("organization_id", "rule_id");

-- CreateIndex
CREATE UNIQUE INDEX "rule_organization_id_position_key" ON "rule"("organization_id", "position");
