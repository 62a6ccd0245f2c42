-- AlterTable
ALTER TABLE "organization" ADD COLUMN      "rule_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "rule" (
    "seq" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "rule_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "actions" JSONB NOT NULL,
    "when" TEXT,
    "then" JSONB NOT NULL,
    "version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rule_pkey" PRIMARY KEY ("seq")
);

-- CreateIndex
CREATE UNIQUE INDEX "rule_organization_id_rule_id_key" ON "rule"("organization_id", "rule_id");

-- CreateIndex
CREATE UNIQUE INDEX "rule_organization_id_position_key" ON "rule"("organization_id", "position");
