-- CreateTable
CREATE TABLE "operator_passkey" (
    "organization_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "last_used_at" DATETIME,

    PRIMARY KEY ("organization_id", "id")
);

-- CreateIndex
CREATE INDEX "operator_passkey_organization_id_operator_id_idx" ON "operator_passkey"("organization_id", "operator_id");

-- CreateIndex
CREATE UNIQUE INDEX "operator_passkey_organization_id_credential_id_key" ON "operator_passkey"("organization_id", "credential_id");
