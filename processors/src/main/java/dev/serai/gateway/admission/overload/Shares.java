/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.admission.overload;

/**
 * Who may have which part of the places.
 *
 * @param tenant       a tenant with more than this share gets no further place while another one waits
 * @param reservedFrom the lowest priority that the reserve is for
 * @param reserved     the share of the places that only those priorities take
 * @param low          of the places that are given to calls that waited, the share that goes to lower priorities than the
 *                     highest that waits
 */
record Shares(double tenant, int reservedFrom, double reserved, double low) {
    Shares {
        share("tenant-share", tenant);
        share("reserved-share", reserved);
        share("low-share", low);
        if (tenant == 0) {
            throw new IllegalArgumentException("serai.overload.tenant-share is 0: nobody could have a place");
        }
        if (reserved == 1) {
            throw new IllegalArgumentException("serai.overload.reserved-share is 1: nobody else could have a place");
        }
        if (reservedFrom < 0 || reservedFrom > 9) {
            throw new IllegalArgumentException(
                    "serai.overload.reserved-priority is " + reservedFrom + ": it has to be a priority, 0 to 9");
        }
    }

    private static void share(String key, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(
                    "serai.overload." + key + " is " + value + ": it has to be a share, 0 to 1");
        }
    }

    /** Places of so many that are kept for the reserved priorities. */
    int reservedOf(int places) {
        return (int) (reserved * places);
    }

    boolean isReserved(int priority) {
        return priority >= reservedFrom;
    }
}
