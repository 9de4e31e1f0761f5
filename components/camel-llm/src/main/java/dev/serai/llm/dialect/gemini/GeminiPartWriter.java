/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.gemini;

import java.net.URLConnection;
import java.util.List;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.serai.llm.LlmException;
import dev.serai.llm.conversation.Part;
import dev.serai.llm.dialect.Json;
import dev.serai.llm.dialect.Losses;

/** Writes the parts of a request that every role can have. */
final class GeminiPartWriter {
    private final Losses losses;

    GeminiPartWriter(Losses losses) {
        this.losses = losses;
    }

    ArrayNode write(List<Part> from, ArrayNode to) throws LlmException {
        for (Part part : from) {
            if (part instanceof Part.Text text) {
                text(text, to);
            } else if (part instanceof Part.Refusal refusal) {
                // to the model a refusal in the history is what the assistant said
                to.addObject().put("text", refusal.text());
            } else if (part instanceof Part.Image image) {
                image(image, to);
            } else if (part instanceof Part.Audio audio) {
                to.add(media(audio.mediaType(), audio.base64(), audio.url()));
            } else if (part instanceof Part.File file) {
                file(file, to);
            } else if (part instanceof Part.Native other) {
                losses.drop(other.kind());
            }
        }
        return to;
    }

    private void text(Part.Text text, ArrayNode to) throws LlmException {
        unmarked(text);
        if (!text.text().isEmpty()) {
            to.addObject().put("text", text.text());
        }
    }

    void unmarked(Part.Text text) throws LlmException {
        if (text.cacheMark() != null) {
            losses.drop("cache_control");
        }
    }

    private void image(Part.Image image, ArrayNode to) throws LlmException {
        if (image.detail() != null && !image.detail().equals("auto")) {
            losses.drop("image_url.detail", "the target has no level of detail for one picture");
        }
        to.add(media(image.mediaType(), image.base64(), image.url()));
    }

    /** The name is a label without meaning to the model. */
    private void file(Part.File file, ArrayNode to) throws LlmException {
        if (file.fileId() != null) {
            losses.drop("file.file_id", "the file is stored with another provider; send its data instead");
            return;
        }
        to.add(media(file.mediaType(), file.base64(), file.url()));
    }

    /** Vertex wants to know what is behind a URL before it looks. */
    private static ObjectNode media(String mediaType, String base64, String url) {
        ObjectNode part = Json.object();
        if (url == null) {
            part.putObject("inlineData").put("mimeType", mediaType).put("data", base64);
            return part;
        }
        String type = mediaType == null ? URLConnection.guessContentTypeFromName(path(url)) : mediaType;
        ObjectNode file = part.putObject("fileData");
        if (type != null) {
            file.put("mimeType", type);
        }
        file.put("fileUri", url);
        return part;
    }

    private static String path(String url) {
        int query = url.indexOf('?');
        return query < 0 ? url : url.substring(0, query);
    }
}
