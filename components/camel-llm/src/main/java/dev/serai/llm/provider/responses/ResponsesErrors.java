/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.provider.responses;

import java.util.List;

import dev.serai.llm.ErrorClass;
import dev.serai.llm.provider.ErrorRule;
import dev.serai.llm.provider.ErrorTable;
import dev.serai.llm.provider.RetryAfter;
import dev.serai.llm.provider.openai.OpenAiErrors;

import static dev.serai.llm.provider.ErrorRule.always;
import static dev.serai.llm.provider.ErrorRule.inBand;

/** How OpenAI says no in Responses: as on chat, and with the codes of a response that failed, which are no HTTP errors. */
public final class ResponsesErrors extends ErrorTable {
    private static final List<ErrorRule> RULES = List.of(
            always().label("bio_policy", "image_content_policy_violation").is(ErrorClass.POLICY_REJECTION),
            inBand().label(
                            "invalid_image",
                            "invalid_image_format",
                            "invalid_base64_image",
                            "invalid_image_url",
                            "invalid_image_mode",
                            "image_too_large",
                            "image_too_small",
                            "image_parse_error",
                            "image_file_too_large",
                            "unsupported_image_media_type",
                            "empty_image_file",
                            "failed_to_download_image",
                            "image_file_not_found",
                            "data_residency_mismatch")
                    .is(ErrorClass.INVALID_REQUEST));

    public ResponsesErrors(RetryAfter retryAfter) {
        super(ResponsesProvider.NAME, retryAfter, RULES, OpenAiErrors.RULES);
    }
}
