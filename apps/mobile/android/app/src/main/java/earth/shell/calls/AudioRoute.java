package earth.shell.calls;

/** Where the sound of a call can go, as the page names it, and its bit in Telecom's `CallAudioState`. */
enum AudioRoute {
    EARPIECE("earpiece", 1),
    BLUETOOTH("bluetooth", 2),
    HEADSET("headset", 4),
    SPEAKER("speaker", 8);

    final String pageName;
    final int bit;

    AudioRoute(String pageName, int bit) {
        this.pageName = pageName;
        this.bit = bit;
    }

    /** Null: there is none of this name. */
    static AudioRoute named(String name) {
        for (AudioRoute route : values()) {
            if (route.pageName.equals(name)) return route;
        }
        return null;
    }

    /** Null: there is none of this bit. */
    static AudioRoute of(int bit) {
        for (AudioRoute route : values()) {
            if (route.bit == bit) return route;
        }
        return null;
    }
}
