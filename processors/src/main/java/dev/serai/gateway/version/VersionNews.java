/* Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0 */
package dev.serai.gateway.version;

import org.springframework.stereotype.Component;

import dev.serai.gateway.fleet.Change;
import dev.serai.gateway.fleet.Fleet;
import dev.serai.gateway.fleet.SharedMap;
import dev.serai.gateway.fleet.Stamped;

/** Tells the fleet that something of a task has changed, so that every instance looks into the database at once. */
@Component
final class VersionNews {
    VersionNews(Fleet fleet, VersionControl control, VersionLoop loop) {
        SharedMap<News> map = fleet.map("task-versions");
        map.onChange(task -> loop.wake());
        control.onChange(state -> map.change(state.task(), new Revision(state.revision())));
    }

    /** Which revision of a task's state there is. */
    private record News(long stamp) implements Stamped {
        private static final long serialVersionUID = 1L;
    }

    private record Revision(long revision) implements Change<News> {
        private static final long serialVersionUID = 1L;

        @Override
        public News apply(News old, long now) {
            return old != null && old.stamp() >= revision ? old : new News(revision);
        }
    }
}
