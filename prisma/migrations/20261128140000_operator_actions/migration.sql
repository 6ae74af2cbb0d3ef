CREATE TABLE "OperatorAction" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL,
    "operator" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT,
    "count" INTEGER
);
CREATE INDEX "OperatorAction_at_id_idx" ON "OperatorAction"("at", "id");
CREATE INDEX "OperatorAction_operator_at_id_idx" ON "OperatorAction"("operator", "at", "id");
CREATE INDEX "OperatorAction_action_at_id_idx" ON "OperatorAction"("action", "at", "id");
