-- CreateTable
CREATE TABLE "gateway_state" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "gateway_state_pkey" PRIMARY KEY ("name")
);
