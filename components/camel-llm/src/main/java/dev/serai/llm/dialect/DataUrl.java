/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

/** A base64 data URL, the way OpenAI carries pictures and files. */
public record DataUrl(String mediaType, String base64) {
    private static final String BASE64 = ";base64,";
    /** Of a document without a name, for those who require one. */
    private static final String UNNAMED = "document.pdf";

    /** Null where it is another kind of URL. */
    public static DataUrl parse(String url) {
        int data = url.indexOf(BASE64);
        if (!url.startsWith("data:") || data < 0) {
            return null;
        }
        String mediaType = url.substring("data:".length(), data);
        int parameters = mediaType.indexOf(';');
        return new DataUrl(
                parameters < 0 ? mediaType : mediaType.substring(0, parameters), url.substring(data + BASE64.length()));
    }

    /** @param mediaType may be null */
    public static boolean isVideo(String mediaType) {
        return mediaType != null && mediaType.startsWith("video/");
    }

    /** The name to write for a document; {@code name} may be null. */
    public static String fileName(String name) {
        return name == null ? UNNAMED : name;
    }

    /** The name that a document was given, or null where it is what is written for none. */
    public static String givenName(String written) {
        return UNNAMED.equals(written) ? null : written;
    }

    public static String of(String mediaType, String base64) {
        return "data:" + mediaType + BASE64 + base64;
    }
}
