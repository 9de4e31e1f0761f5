/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.llm.dialect;

/** A base64 data URL, the way OpenAI carries pictures and files. */
public record DataUrl(String mediaType, String base64) {
    private static final String BASE64 = ";base64,";

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

    public static String of(String mediaType, String base64) {
        return "data:" + mediaType + BASE64 + base64;
    }
}
