/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.responses;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.DataUrl;
import dev.serai.llm.dialect.FieldReader;

/** Reads the content of a message, of a request or an answer, or of a tool's result. */
final class OpenAiResponsesContent {
    private OpenAiResponsesContent() {}

    /** The parts of a field that is a string or an array. */
    static List<Part> read(FieldReader owner, String field) throws LlmException {
        List<Part> parts = new ArrayList<>();
        JsonNode content = owner.take(field);
        if (content == null) {
            return parts;
        }
        if (content.isTextual()) {
            parts.add(new Part.Text(content.textValue(), null));
            return parts;
        }
        String path = owner.pathOf(field);
        if (!content.isArray()) {
            throw LlmException.invalid(path, path + " must be a string or an array of content parts");
        }
        for (int i = 0; i < content.size(); i++) {
            part(content.get(i), path + "[" + i + "]", parts);
        }
        return parts;
    }

    private static void part(JsonNode json, String path, List<Part> parts) throws LlmException {
        FieldReader fields = new FieldReader(json, path);
        String type = fields.requiredString("type");
        Part part =
                switch (type) {
                    case "input_text", "output_text", "text" -> new Part.Text(fields.requiredString("text"), null);
                    case "refusal" -> new Part.Refusal(fields.requiredString("refusal"));
                    case "input_image" -> image(fields);
                    case "input_file" -> file(fields);
                    default -> null;
                };
        if (part == null) {
            parts.add(new Part.Native(type, json));
            return;
        }
        parts.add(part);
        fields.rest().forEach((field, value) -> parts.add(new Part.Native(field, value)));
    }

    /** A picture that is stored with the provider stays native. */
    private static Part image(FieldReader fields) throws LlmException {
        String url = fields.string("image_url");
        if (url == null) {
            return null;
        }
        String detail = fields.string("detail");
        DataUrl data = DataUrl.parse(url);
        return data == null
                ? new Part.Image(null, null, url, detail)
                : new Part.Image(data.mediaType(), data.base64(), null, detail);
    }

    private static Part file(FieldReader fields) throws LlmException {
        String name = DataUrl.givenName(fields.string("filename"));
        String url = fields.string("file_url");
        String fileId = fields.string("file_id");
        String encoded = fields.string("file_data");
        if (encoded == null) {
            if (url == null && fileId == null) {
                throw fields.invalid("file_data", fields.pathOf("file_data") + " or file_id or file_url is required");
            }
            return new Part.File(null, null, url, url == null ? fileId : null, name);
        }
        DataUrl data = DataUrl.parse(encoded);
        if (data == null) {
            throw fields.invalid(
                    "file_data",
                    fields.pathOf("file_data") + " must be a data URL such as data:application/pdf;base64,JVBERi0x");
        }
        return new Part.File(data.mediaType(), data.base64(), null, null, name);
    }
}
