-- AlterTable
ALTER TABLE "operator" ADD COLUMN     "second_factor_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "operator_authenticator" (
    "organization_id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "last_step" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_authenticator_pkey" PRIMARY KEY ("organization_id","operator_id")
);

-- CreateTable
CREATE TABLE "operator_recovery_code" (
    "organization_id" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "operator_recovery_code_pkey" PRIMARY KEY ("organization_id","operator_id","hash")
);
