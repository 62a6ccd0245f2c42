-- AlterTable
ALTER TABLE "operator" ADD COLUMN "second_factor_since" DATETIME;

-- CreateTable
CREATE TABLE "operator_authenticator" (
    "organization_id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "last_step" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("organization_id", "operator_id")
);

-- CreateTable
CREATE TABLE "operator_recovery_code" (
    "organization_id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    PRIMARY KEY ("organization_id", "operator_id", "hash")
);
