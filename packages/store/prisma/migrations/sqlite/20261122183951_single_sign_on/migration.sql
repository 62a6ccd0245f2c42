-- AlterTable
ALTER TABLE "operator_session" ADD COLUMN "provider_session" TEXT;

-- CreateTable
CREATE TABLE "operator_identity" (
    "organization_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("organization_id", "issuer", "subject")
);

-- CreateTable
CREATE TABLE "used_token" (
    "organization_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL,

    PRIMARY KEY ("organization_id", "hash")
);

-- CreateIndex
CREATE INDEX "operator_identity_organization_id_operator_id_idx" ON "operator_identity"("organization_id", "operator_id");

-- CreateIndex
CREATE INDEX "used_token_expires_at_idx" ON "used_token"("expires_at");

-- CreateIndex
CREATE INDEX "operator_session_organization_id_provider_session_idx" ON "operator_session"("organization_id", "provider_session");
