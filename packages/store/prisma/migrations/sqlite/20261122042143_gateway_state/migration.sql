-- CreateTable
CREATE TABLE "gateway_state" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);
