/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.ledger.check;

import dev.serai.gateway.config.InvalidValueException;
import dev.serai.gateway.ledger.CostRow;
import dev.serai.gateway.ledger.budget.Usd;
import dev.serai.llm.Usage;

/**
 * What a provider's export says of one answer.
 *
 * @param requestId  Serai's own id of the call; needed where there is no {@code responseId}
 * @param responseId the provider's id of the answer
 * @param deployment which entries are meant where a call has several; may be null
 * @param model      the same by the provider's name; may be null
 * @param tokens     null where it says only what it costs
 * @param cost       null where the price table is to be asked
 */
public record UsageRow(String requestId, String responseId, String deployment, String model, Usage tokens, Usd cost) {
    public UsageRow {
        if (requestId == null && responseId == null) {
            throw new InvalidValueException(
                    "responseId", null, "is missing", "give the provider's responseId, or Serai's requestId");
        }
        if (tokens == null && cost == null) {
            throw new InvalidValueException("inputTokens", null, "is missing", "give the tokens, or the cost");
        }
        if (cost != null && cost.isNegative()) {
            throw new InvalidValueException("cost", cost, "must not be negative", "give USD");
        }
    }

    boolean matches(CostRow row) {
        return (responseId == null || responseId.equals(row.paid().responseId()))
                && (requestId == null || requestId.equals(row.key().callId()))
                && (deployment == null || deployment.equals(row.paid().deployment()))
                && (model == null || model.equals(row.paid().model()));
    }

    /** How messages call it. */
    String id() {
        return responseId == null ? requestId : responseId;
    }
}
