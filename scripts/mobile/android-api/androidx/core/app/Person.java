package androidx.core.app;

public class Person {

    public native CharSequence getName();

    public static class Builder {

        public native Builder setName(CharSequence name);

        public native Builder setImportant(boolean isImportant);

        public native Person build();
    }
}
