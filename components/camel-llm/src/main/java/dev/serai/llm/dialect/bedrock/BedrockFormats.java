/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect.bedrock;

import java.util.Locale;
import java.util.Map;

/** Bedrock names formats where other dialects name media types. */
final class BedrockFormats {
    private static final Map<String, String> DOCUMENTS = Map.of(
            "pdf", "application/pdf",
            "csv", "text/csv",
            "doc", "application/msword",
            "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "xls", "application/vnd.ms-excel",
            "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "html", "text/html",
            "txt", "text/plain",
            "md", "text/markdown");

    /** Every document has a name here. */
    private static final String UNNAMED = "document";

    private BedrockFormats() {}

    /** The media type of a document's format, or null. */
    static String documentType(String format) {
        return format == null ? null : DOCUMENTS.get(format);
    }

    /** The format of a document's media type, or null. */
    static String document(String mediaType) {
        return DOCUMENTS.entrySet().stream()
                .filter(entry -> entry.getValue().equalsIgnoreCase(mediaType))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** The format of a picture's media type, or null. */
    static String image(String mediaType) {
        String format =
                mediaType == null ? "" : mediaType.toLowerCase(Locale.ROOT).replaceFirst("^image/(?:jpg$)?", "image/");
        return switch (format) {
            case "image/" -> "jpeg";
            case "image/png", "image/jpeg", "image/gif", "image/webp" -> format.substring("image/".length());
            default -> null;
        };
    }

    /** The name of a document, or null where it is the one for those without. */
    static String given(String name) {
        return UNNAMED.equals(name) ? null : name;
    }

    /** A document's name as Bedrock takes it: letters, digits, single spaces, hyphens and brackets. */
    static String name(String name) {
        String known = name == null ? "" : name;
        String clean = known.replaceAll("[^\\p{Alnum} ()\\[\\]-]", "-")
                .replaceAll(" {2,}", " ")
                .strip();
        return clean.isEmpty() ? UNNAMED : clean.substring(0, Math.min(200, clean.length()));
    }
}
